import { peek } from "../untrusted/peek.ts";
import { type EndHeaders, type EndingVersion, endHeaders } from "./end.ts";
import { DEFAULT_VERSIONS, isVersion, VERSIONS, type Version } from "./known.ts";

/** The versions that a service serves, and the one that it uses if the client names none. */
export interface ServedVersions {
  /** Newest first, as discovery and `detail.supported` list them. */
  readonly versions: readonly Version[];
  readonly defaultVersion: Version;
  /** The headers of the versions that end; `undefined` if none does. */
  readonly ends?: ReadonlyMap<Version, EndHeaders> | undefined;
}

/** The result of reading a request's `UHP-Version` header. The response, even a refusal, is always written in `version`. */
export interface Negotiated {
  readonly version: Version;
  readonly refused: boolean;
}

/**
 * Checks the two version options of a service at start-up.
 *
 * @param versions A non-empty subset of the known versions, some with the dates of their end. Defaults to {@link DEFAULT_VERSIONS}.
 * @param defaultVersion One of `versions`. Defaults to the newest of them.
 * @throws TypeError that names the option and its allowed values.
 */
export function servedVersions(
  versions: readonly (Version | EndingVersion)[] = DEFAULT_VERSIONS,
  defaultVersion?: Version,
): ServedVersions {
  const known = VERSIONS.join(", ");
  if (!Array.isArray(versions) || versions.length === 0) {
    throw new TypeError(`versions: expected a non-empty list of protocol versions out of ${known}`);
  }
  const listed = new Set<Version>();
  const ends = new Map<Version, EndHeaders>();
  for (const given of versions) {
    const version = typeof given === "string" ? given : peek(given, "version");
    if (!isVersion(version)) {
      throw new TypeError(`versions: ${JSON.stringify(version)} is not a known protocol version; known are ${known}`);
    }
    listed.add(version);
    if (given !== version) ends.set(version, endHeaders(given as EndingVersion));
  }
  if (ends.size > 0 && listed.size < versions.length) {
    throw new TypeError("versions: one is listed twice, so its dates are not clear; list each once");
  }
  const served = [...listed].sort().reverse();
  const chosen = defaultVersion ?? (served[0] as Version);
  if (!served.includes(chosen)) {
    throw new TypeError(
      `defaultVersion: ${JSON.stringify(chosen)} is not among the served versions ${served.join(", ")}`,
    );
  }
  return Object.freeze({
    versions: Object.freeze(served),
    defaultVersion: chosen,
    ends: ends.size > 0 ? ends : undefined,
  });
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
