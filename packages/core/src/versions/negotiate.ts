import { DEFAULT_VERSIONS, isVersion, VERSIONS, type Version } from "./known.ts";

/** The versions one service serves, and the one it speaks when the client names none. */
export interface ServedVersions {
  /** Newest first, as discovery and `detail.supported` list them. */
  readonly versions: readonly Version[];
  readonly defaultVersion: Version;
}

/** What came of a request's `UHP-Version` header. The answer is always written in `version`, also when refused. */
export interface Negotiated {
  readonly version: Version;
  readonly refused: boolean;
}

/**
 * Checks the two version options of a service at start-up.
 *
 * @param versions A non-empty subset of the known versions; {@link DEFAULT_VERSIONS} when left out.
 * @param defaultVersion One of `versions`; the newest of them when left out.
 * @throws TypeError that names the option and what it may hold.
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
 * Reads a `UHP-Version` value: absent or blank means the default; white space around it is cut; anything that is not
 * exactly one served version, a list included, is refused. A refusal itself is written in the default version.
 */
export function negotiate(header: string | undefined, served: ServedVersions): Negotiated {
  const wanted = header === undefined ? "" : withoutSurroundingBlanks(header);
  if (wanted === "") return { version: served.defaultVersion, refused: false };
  const version = served.versions.find((candidate) => candidate === wanted);
  return version === undefined ? { version: served.defaultVersion, refused: true } : { version, refused: false };
}

/** Cuts optional white space (RFC 9110, section 5.6.3: space and tab, nothing else), in linear time. */
function withoutSurroundingBlanks(value: string): string {
  const isBlank = (index: number) => value[index] === " " || value[index] === "\t";
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return value.slice(start, end);
}
