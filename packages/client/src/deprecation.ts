import { VERSION_HEADER, type Version } from "@uhp-errors/core/codes";
import { quietly } from "@uhp-errors/core/internal";
import type { ClientOptions } from "./options.ts";

/** The warnings of this process. Each names a version and a service. */
const warned = new Set<string>();

/** Returns a function that calls `hook` for the first response that says that the version of a client is deprecated, or ends. */
export function deprecationNotice(root: string, version: Version, hook: ClientOptions["onDeprecation"]) {
  const warning = `UHP version ${version} of ${root} is deprecated`;
  return (headers: Headers): void => {
    const [deprecation, sunset] = ["Deprecation", "Sunset"].map((name) => dateIn(headers.get(name) ?? ""));
    // A refusal is written in another version.
    if (!(deprecation ?? sunset) || warned.has(warning) || headers.get(VERSION_HEADER) !== version) return;
    warned.add(warning);
    const dates = { version, deprecation, sunset };
    // biome-ignore lint/suspicious/noConsole: The developers of a client learn of it nowhere else.
    quietly(() => (hook ? hook(dates) : console.warn(warning, dates)));
  };
}

/** Reads `@` and seconds, or a date of HTTP. */
function dateIn(value: string): Date | undefined {
  const date = new Date(value.startsWith("@") ? Number(value.slice(1)) * 1_000 : value);
  return date.getTime() >= 0 ? date : undefined;
}
