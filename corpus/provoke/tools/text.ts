import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";

/** What varies from run to run or from machine to machine, and the fixed value it gets. */

const DEPLOY_DIRS = [
  "/srv/shop",
  "/home/deploy/apps/orders",
  "/usr/src/app",
  "/opt/acme/billing",
  "/var/www/api",
  "/srv/ledger/current",
  "/opt/checkout/releases/118",
  "/home/ci/builds/invoices",
];

function hash(text: string): number {
  let sum = 7;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return sum >>> 8;
}

/** A believable deployment directory, always the same one for the same id. */
export function deployDir(id: string): string {
  return DEPLOY_DIRS[hash(id) % DEPLOY_DIRS.length] ?? "/srv/shop";
}

/** Keeps the kind of address (heap, stack, code) and its length, but not the value of this run. */
function fixedAddress(digits: string, index: number): string {
  const zeros = /^0*/.exec(digits)?.[0] ?? "";
  const rest = digits.slice(zeros.length);
  const region = /^7[ef]/.test(rest) ? "7f4e2c" : /^5/.test(rest) ? "55d0c4" : rest.slice(0, 4);
  const step = (0x2a10 + index * 0x1d40).toString(16).padStart(Math.max(1, rest.length - region.length), "0");
  return `0x${zeros}${region}${step}`;
}

function fixAddresses(text: string): string {
  const seen = new Map<string, string>();
  return text.replace(/\b0x([0-9a-f]{9,16})\b/g, (_all, digits: string) => {
    if (/^0+$/.test(digits) || /^(.)\1+$/.test(digits)) return `0x${digits}`;
    const known = seen.get(digits) ?? fixedAddress(digits, seen.size);
    seen.set(digits, known);
    return known;
  });
}

const FIXES: [RegExp, string][] = [
  [/==\d+==/g, "==4127=="],
  [/\((\d{2,7})\) panicked/g, "(4127) panicked"],
  [/\b\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\b/g, "2024/05/17 09:41:07"],
  [/\b\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d\.\d+/g, "2024-05-17$109:41:07.318"],
  [/--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d--/g, "--2024-05-17 09:41:07--"],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?=\(|ERROR)/gm, "2024-05-17 09:41:07 "],
  [/\b[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}/g, "Fri May 17 09:41:07 2024"],
  [/(after|in) \d+ ms\b/g, "$1 3 ms"],
  [/timed out after 0\.\d+ seconds/g, "timed out after 0.19998412300003566 seconds"],
  [/\bin \d+\.\d+s\b/g, "in 0.004s"],
  [/id: [0-9a-f]{24}/g, "id: 664726a3e19b6fa141b7cf5e"],
  [/after \d+ milliseconds/g, "after 2001 milliseconds"],
  [/\[\d{2,7}\](: | \()/g, "[4127]$1"],
  [/\] \d+#\d+: /g, "] 4127#4127: "],
  [/^[0-9A-F]{12}0000:(?=error:)/gm, "4047B1E5C27F0000:"],
  [/\b(socat)\[\d+\]/g, "$1[4127]"],
  [/\bgoroutine (?!1 )\d+ \[/g, "goroutine 18 ["],
  [/#PID<[\d.]+>/g, "#PID<0.98.0>"],
  [/<0\.\d+\.0>/g, "<0.98.0>"],
  [/\(guile-user\) [0-9a-f]{12}/g, "(guile-user) 7f4e2c170c80"],
  [/\{7F[0-9A-F]{10}\}/g, "{7F4E2C1A782B}"],
  [/\bpid[ =]\d+/g, "pid 4127"],
  [/\/tmp\/cc\w{6}/g, "/var/tmp/build/obj"],
  [/\((Thread|LWP) (0x[0-9a-f]+ )?\(?LWP \d+\)?\)/g, "($1 $2(LWP 4127))"],
  [/\b(LWP|process) \d{2,7}\b/g, "$1 4127"],
];

/** The name servers of this machine, which some look-up errors name. */
const RESOLVERS = existsSync("/etc/resolv.conf")
  ? [...readFileSync("/etc/resolv.conf", "utf8").matchAll(/^nameserver (\S+)/gm)].map((match) => match[1] ?? "")
  : [];

export interface Places {
  readonly work: string;
  readonly deploy: string;
  readonly ports: ReadonlyMap<number, number>;
}

/** The text as another machine would have printed it on a fixed day. */
export function normalise(raw: string, places: Places): string {
  let text = raw.replaceAll(`${places.work}/home`, "/home/deploy").replaceAll(places.work, places.deploy);
  text = text.replaceAll(`${homedir()}/`, "/home/deploy/");
  for (const address of RESOLVERS) text = text.replaceAll(address, "10.96.0.10");
  for (const [from, to] of places.ports) text = text.replace(new RegExp(`\\b${from}\\b`, "g"), String(to));
  for (const [pattern, fixed] of FIXES) text = text.replace(pattern, fixed);
  return fixAddresses(text);
}

/** Without colours and trailing blanks, at most 4,000 characters, cut by whole lines. */
export function tidy(raw: string): string {
  const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, "g");
  const lines = raw
    .replace(escapes, "")
    .replace(/\r/g, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\s+$/g, "")
    .split("\n");
  while (lines.join("\n").length > 4000) lines.pop();
  return lines.join("\n");
}
