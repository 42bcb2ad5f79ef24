import { DEFAULT_VERSIONS, isVersion, VERSIONS, type Version } from "./known.ts";

/** The versions that a service serves, and the one that it uses if the client names none. */
export interface ServedVersions {
  /** Newest first, as discovery and `detail.supported` list them. */
  readonly versions: readonly Version[];
  readonly defaultVersion: Version;
}

/** The result of reading a request's `UHP-Version` header. The response, even a refusal, is always written in `version`. */
export interface Negotiated {
  readonly version: Version;
  readonly refused: boolean;
}

/**
 * Checks the two version options of a service at start-up.
 *
 * @param versions A non-empty subset of the known versions. Defaults to {@link DEFAULT_VERSIONS}.
 * @param defaultVersion One of `versions`. Defaults to the newest of them.
 * @throws TypeError that names the option and its allowed values.
 */
export function servedVersions(
  versions: readonly Version[] = DEFAULT_VERSIONS,
  defaultVersion?: Version,
): ServedVersions {
  const known = VERSIONS.join(", ");
  if (!Array.isArray(versions) || versions.length === 0) {
    throw new TypeError(`versions: expected a non-empty list of protocol versions out of ${known}`);
  }
  for (const version of versions) {
    if (!isVersion(version)) {
      throw new TypeError(`versions: ${JSON.stringify(version)} is not a known protocol version; known are ${known}`);
    }
  }
  const served = [...new Set(versions)].sort().reverse();
  const chosen = defaultVersion ?? (served[0] as Version);
  if (!served.includes(chosen)) {
    throw new TypeError(
      `defaultVersion: ${JSON.stringify(chosen)} is not among the served versions ${served.join(", ")}`,
    );
  }
  return Object.freeze({ versions: Object.freeze(served), defaultVersion: chosen });
}

/**
 * Reads a `UHP-Version` value. An absent or blank value means the default version, and surrounding white space is ignored. Anything that
 * is not exactly one served version, including a list, is refused. The refusal itself is written in the default version.
 */
export function negotiate(header: string | undefined, served: ServedVersions): Negotiated {
  const wanted = header === undefined ? "" : withoutSurroundingBlanks(header);
  if (wanted === "") return { version: served.defaultVersion, refused: false };
  const version = served.versions.find((candidate) => candidate === wanted);
  return version === undefined ? { version: served.defaultVersion, refused: true } : { version, refused: false };
}

/** Removes surrounding optional white space (RFC 9110, section 5.6.3: only space and tab), in linear time. */
function withoutSurroundingBlanks(value: string): string {
  const isBlank = (index: number) => value[index] === " " || value[index] === "\t";
  let start = 0;
  let end = value.length;
  while (isBlank(start)) start += 1;
  while (isBlank(end - 1)) end -= 1;
  return value.slice(start, end);
}
