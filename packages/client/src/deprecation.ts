import { VERSION_HEADER, type Version } from "@uhp-errors/core/codes";
import { quietly } from "@uhp-errors/core/internal";
import type { ClientOptions, Deprecation } from "./options.ts";

/** The services and versions that this process has warned of. */
const warned = new Set<string>();

/** Returns a function that calls `hook` for the first response that says that the version of a client is deprecated, or ends. */
export function makeObserver(root: string, version: Version, hook: ClientOptions["onDeprecation"]) {
  let isNoted = false;
  const warn = (deprecation: Deprecation) => {
    const warning = `UHP version ${version} of ${root} is deprecated`;
    // biome-ignore lint/suspicious/noConsole: The developers of a client learn of it nowhere else.
    if (!warned.has(warning)) console.warn(warning, deprecation);
    warned.add(warning);
  };
  return (headers: Headers): void => {
    // A refusal is written in another version.
    if (isNoted || headers.get(VERSION_HEADER) !== version) return;
    const [deprecation, sunset] = ["Deprecation", "Sunset"].map((name) => dateIn(headers.get(name) ?? ""));
    isNoted = (deprecation ?? sunset) !== undefined;
    if (isNoted) quietly(() => (hook ?? warn)({ version, deprecation, sunset }));
  };
}

/** Reads `@` and seconds, or a date of HTTP. */
function dateIn(value: string): Date | undefined {
  const date = new Date(value.startsWith("@") ? Number(value.slice(1)) * 1_000 : value);
  return date.getTime() >= 0 ? date : undefined;
}
