import { codeAt } from "../../engine/code-at.ts";
import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, characters, runStart } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isPrivateV4, isPrivateV6 } from "./private-address.ts";

/** What makes a version of four numbers that look like an address, right before them but for a gap. */
const VERSION_BEFORE =
  /(?:\bv+|(?:version|release|build|rev(?:ision)?|firmware|chrome|windows|safari|driver|sdk|upgrade to|section|chapter|figure|item|requirement|paragraph|clause|article|table|rule|step|appendix|code|§)v?)$/i;

/** What may stand between such a word and the numbers. */
const GAP = " \t\r\n\u00a0\u202f:=";

function locateV4(match: RegExpExecArray): Span | undefined {
  const [, address = "", port = ""] = match;
  if (!isPrivateV4(address)) return undefined;
  if (port !== "") return wholeOf(match);
  const before = match.input.slice(Math.max(0, match.index - 16), match.index);
  if (VERSION_BEFORE.test(withoutTail(before, GAP))) return undefined;
  // "10.0.0.5-beta.1" is a version, and "Chrome/10.0.3.7" a product.
  const { start, end } = wholeOf(match);
  if (/^-(?:alpha|beta|rc|pre|dev|snapshot|nightly|final|ga|build|\d+\.)/i.test(match.input.slice(end, end + 10))) {
    return /^-\d+\.\d+\.\d/.test(match.input.slice(end, end + 16)) ? { start, end } : undefined;
  }
  return /(?:^|[^\w-])[A-Z][A-Za-z]*\/$/.test(before) ? undefined : { start, end };
}

function locateV6(match: RegExpExecArray): Span | undefined {
  const [, written = "", zone = ""] = match;
  const address = written.replace(/(?<=[0-9a-f]):$/i, "");
  // "::" alone is an operator somewhere; as an address it stands in brackets or before a port.
  const port = /^::(:\d{1,5})$/.exec(address)?.[1];
  if (port !== undefined) return wholeOf(match);
  if (address === "::" && !match[0].startsWith("[")) return undefined;
  if (!isPrivateV6(address + zone)) return undefined;
  const { start, end } = wholeOf(match);
  return { start, end: match[0].endsWith(":") && !match[0].endsWith("::") ? end - 1 : end };
}

const isHexadecimal = characters(/[0-9a-f]/i);
const inV6 = runStart(/[0-9a-f:]/i);

/** What no address begins behind. */
const goesOnWithV6 = characters(/[\w:.]/);

const inV4 = runStart(/[\w.]/);

/** Where an address begins that a dot with a digit behind it stands in. */
function startOfV4(text: string, at: number, least: number): number {
  const start = inV4(text, at, least);
  const code = codeAt(text, start);
  return code >= 48 && code <= 57 ? start : -1;
}

/** Where an address begins that a colon stands in, with its bracket. */
function startOfV6(text: string, at: number, least: number): number {
  // An address has two colons at least, with four digits between the first ones at most.
  let next = at + 1;
  while (next <= at + 4 && isHexadecimal(text, next)) next += 1;
  if (text[next] !== ":") return -1;
  const start = inV6(text, at, least);
  if (start < 0 || goesOnWithV6(text, start - 1)) return -1;
  return text[start - 1] === "[" && !goesOnWithV6(text, start - 2) ? start - 1 : start;
}

/** Addresses of private, loopback, link-local, shared and unique local ranges, with their ports. */
export const addressRules = (): readonly BuiltInRule[] => [
  {
    id: "private-ipv4",
    kind: "host",
    needs: TRAIT.digit | TRAIT.innerDot,
    triggers: [beginsAt(startOfV4, ".0")],
    pattern:
      /(?<![\w.])(?<![A-Za-z_]-)((?:0x[0-9a-f]{1,2}|\d{1,4})(?:\.(?:0x[0-9a-f]{1,2}|\d{1,4})){3})(:\d{1,5})?(?:\/\d{1,2}(?![\w/]))?(?![A-Za-z0-9]|\.\d)/gi,
    locate: locateV4,
    redacts: [
      "No answer from 10.0.3.7",
      "169.254.169.254 refused",
      "db-1/10.0.0.5:5432",
      "100.64.0.9:80",
      "172.16.0.0/12",
      "0x7f.0x0.0x0.0x1",
      "(127.0.0.1)",
      "10.0.0.5-10.0.0.9",
      "client/10.0.0.5",
    ],
    keeps: [
      "version 10.0.3.7",
      "8.8.8.8 answered",
      "172.32.0.1",
      "Windows 10.0.19045.3086",
      "203.0.113.9",
      "Chrome/10.0.3.7",
    ],
  },
  {
    id: "private-ipv6",
    kind: "host",
    needs: TRAIT.colon,
    triggers: [beginsAt(startOfV6, ":")],
    pattern:
      /(?<![\w:.])\[?((?:[0-9a-f]{0,4}:){2,8}[0-9a-f:.]*)(%[\w.-]{1,40})?(?:\](?::\d{1,5})?)?(?:\/\d{1,3})?(?![\w])/gi,
    locate: locateV6,
    redacts: [
      "::1 refused",
      "[fd00::1]:5432",
      "fe80::1%eth0 did",
      "::ffff:10.0.0.1",
      "at :::3000",
      "[::]:80",
      "::1:5432",
    ],
    keeps: ["10:30:45", "2001:db8::1 is public", "std::vector", "a :: b", "fc:aa:bb:cc:dd:ee", "::before"],
  },
];
