import { VERSION_HEADER, type Version } from "@uhp-errors/core/codes";
import { quietly } from "@uhp-errors/core/internal";
import type { ClientOptions } from "./options.ts";

/** What was told in this process: a service, a version and its dates. */
const told = new Set<string>();
/** A service that states other dates each time must not fill the memory. */
const MOST_TOLD = 100;

/** Returns a function that calls `hook` for the first response with these dates in the version of a client. */
export function deprecationNotice(root: string, version: Version, hook: ClientOptions["onDeprecation"]) {
  const warning = `${root} announces the end of UHP version ${version}, or of an address`;
  return (headers: Headers): void => {
    const [deprecation, sunset] = ["Deprecation", "Sunset"].map((name) => dateIn(headers.get(name) ?? ""));
    // A refusal is written in another version.
    if (!(deprecation ?? sunset) || headers.get(VERSION_HEADER) !== version) return;
    const key = [warning, deprecation?.getTime(), sunset?.getTime()].join();
    if (told.has(key) || told.size >= MOST_TOLD) return;
    told.add(key);
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
