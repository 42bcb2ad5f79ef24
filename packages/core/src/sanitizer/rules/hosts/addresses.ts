import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isPrivateV4, isPrivateV6 } from "./private-address.ts";

/** Words before four numbers that make them a version, not an address. */
const VERSION_BEFORE =
  /(?:\bv+|(?:version|release|build|rev(?:ision)?|firmware|chrome|windows|safari|driver|sdk|upgrade to|section|chapter|figure|item|requirement|paragraph|clause|article|table|rule|step|appendix|code|§)v?)$/i;

/** The characters that may come between such a word and the numbers. */
const GAP = " \t\r\n\u00a0\u202f:=";

function locateV4(match: RegExpExecArray): Span | undefined {
  const [, address = "", port = ""] = match;
  if (!isPrivateV4(address)) return undefined;
  if (port !== "") return wholeOf(match);
  // It stands for any address, and is in every example.
  if (address === "0.0.0.0") return undefined;
  const before = textBefore(match, 16);
  if (VERSION_BEFORE.test(withoutTail(before, GAP))) return undefined;
  // "10.0.0.5-beta.1" is a version, and "Chrome/10.0.3.7" a product.
  const { start, end } = wholeOf(match);
  if (/^-(?:alpha|beta|rc|pre|dev|snapshot|nightly|final|ga|build|\d+\.)/i.test(match.input.slice(end, end + 10))) {
    return /^-\d+\.\d+\.\d/.test(match.input.slice(end, end + 16)) ? { start, end } : undefined;
  }
  return /(?:^|[^\w-])[A-Z][A-Za-z]*\/$/.test(before) ? undefined : { start, end };
}

/** Whether numbers are an address as Erlang writes it. If they only rise, they are a set, and no host is "0.1.2.3". */
function isAddress(tuple: string): boolean {
  const parts = tuple.split(",").map(Number);
  const rises = parts.every((part, index) => index === 0 || part > (parts[index - 1] as number));
  return !rises && parts[0] !== 0 && isPrivateV4(parts.join("."));
}

function locateV6(match: RegExpExecArray): Span | undefined {
  const [whole, digits = "", zone = ""] = match;
  const address = digits.replace(/(?<=[0-9a-f]):$/i, "");
  const { start, end } = wholeOf(match);
  // A bare "::" is an operator; an address is in brackets or before a port.
  if (/^:::\d{1,5}$/.test(address)) return { start, end };
  if ((address === "::" && !whole.startsWith("[")) || !isPrivateV6(address + zone)) return undefined;
  return { start, end: /[^:]:$/.test(whole) ? end - 1 : end };
}

/** Addresses of private, loopback, link-local, shared and unique local ranges, with their ports. */
export const addressRules = (): RuleTable => ({
  "private-ipv4": {
    triggers: [contains(".0")],
    pattern:
      /(?<![\w.])(?<![A-Za-z_]-)((?:0x[0-9a-f]{1,2}|\d{1,4})(?:\.(?:0x[0-9a-f]{1,2}|\d{1,4})){3})(:\d{1,5})?(?:\/\d{1,2}(?![\w/]))?(?![A-Za-z0-9]|\.\d)/gi,
    locate: locateV4,
  },
  "address-in-tuple": {
    triggers: [contains("{0,", "{00,", "{000,")],
    pattern: /(?<=\{)\d{1,3}(?:,\d{1,3}){3}(?=\})|(?<=\{)\d{1,3}(?:, \d{1,3}){3}(?=\})/g,
    locate: locateIf(isAddress),
  },
  "private-ipv6": {
    triggers: [contains(..."0:abcdef".split("").map((next) => `:${next}`))],
    pattern:
      /(?<![\w:.])\[?((?:[0-9a-f]{0,4}:){2,8}[0-9a-f:.]*)(%[\w.-]{1,40})?(?:\](?::\d{1,5})?)?(?:\/\d{1,3})?(?![\w])/gi,
    locate: locateV6,
  },
});
