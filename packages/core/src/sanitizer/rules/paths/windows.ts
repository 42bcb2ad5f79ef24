import type { BuiltInRule, Span } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithRun, characters, holds } from "../../engine/trigger.ts";
import { isLetter } from "../shared/characters.ts";
import { pathSpan, withoutEnd } from "./extent.ts";

/** A segment with a space in it goes on if a backslash comes before anything that no name may hold. */
const MORE = /^(?: [^\s\\"'`<>|?*:,;()]+){1,4}\\[^\s"'`<>|?*,;()]*/;

const PLACE = /^(?:(?::\d+){1,2}|\(\d+(?:,\s?\d+)?\)|:line \d+|, line \d+)/;

function locate(match: RegExpExecArray): Span {
  let text = match[0];
  for (;;) {
    const from = match.index + text.length;
    const more = MORE.exec(match.input.slice(from, from + 200))?.[0];
    if (more === undefined) break;
    text += more;
  }
  const { start, end } = pathSpan(match, match.index, withoutEnd(text));
  const place = PLACE.exec(match.input.slice(end, end + 30))?.[0] ?? "";
  return { start, end: end + place.length };
}

/** What may stand before the letter of a drive. */
const DEVICE = /(?<![A-Za-z0-9])\\{2,4}[?.]\\{1,2}$/;
const LONGEST_DEVICE = 8;

const goesOn = characters(/[A-Za-z0-9]/);

/** Where a path begins that the colon of a drive stands in. */
function startOfDrive(text: string, colon: number): number {
  const letter = colon - 1;
  if (!isLetter(text, letter) || goesOn(text, letter - 1) || text.startsWith("//", colon + 1)) return -1;
  if (text[letter - 1] !== "\\") return letter;
  const found = DEVICE.exec(text.slice(Math.max(0, letter - LONGEST_DEVICE), letter));
  return found === null ? letter : letter - found[0].length;
}

/** File paths of Windows. */
export const windowsRules = (): readonly BuiltInRule[] => [
  {
    id: "windows-drive-path",
    kind: "path",
    needs: TRAIT.colon,
    triggers: [beginsAt(startOfDrive, ":\\", ":/")],
    pattern:
      /(?<![A-Za-z0-9])(?:\\{2,4}[?.]\\{1,2})?[A-Za-z]:(?:\\{1,4}|\/(?!\/))(?=[\w.$%~({@-])[^\s"'`<>|?*:,;()]*(?:\([\w ]{1,12}\)[^\s"'`<>|?*:,;()]*)*/g,
    locate,
    redacts: [
      "Cannot read C:\\app\\secrets.txt",
      "in C:\\Program Files\\node js\\x.exe now",
      "D:/src/x.ts:3:1",
      '"C:\\\\Users\\\\x"',
      "C:\\Program Files (x86)\\x",
    ],
    keeps: ["a:b", "Note:\\n", "http://example.com"],
  },
  {
    id: "windows-share",
    kind: "path",
    needs: TRAIT.backslash,
    triggers: [beginsWith("\\\\")],
    pattern: /(?<![\\\w])\\{2,4}(?:[?.]\\{1,2}UNC\\{1,2})?[A-Za-z0-9][\w.$-]+\\{1,2}[\w.$-][^\s"'`<>|?*:,;()]*/g,
    locate,
    redacts: ["\\\\share\\x is gone", "\\\\fileserver\\team\\q3.xlsx"],
    keeps: ["\\d+\\w+", "a\\\\b"],
  },
  {
    id: "windows-device",
    kind: "path",
    needs: TRAIT.backslash,
    triggers: [beginsWith("\\\\")],
    // Pipes and drives by the names that the system has for them.
    pattern:
      /(?<![\\\w])\\{2,4}[.?]\\{1,2}(?:pipe|GLOBALROOT|Global|PhysicalDrive\d|COM\d|Volume\{)[^\s"'`<>|?*,;()]*/gi,
    locate: (match) => ({ start: match.index, end: match.index + withoutEnd(match[0]).length }),
    redacts: ["connect ENOENT \\\\.\\pipe\\docker_engine", "open \\\\?\\pipe\\x"],
    keeps: ["The pattern \\\\.\\w+ is wrong"],
  },
  {
    id: "windows-pipe-with-slashes",
    kind: "path",
    needs: TRAIT.slash | TRAIT.innerDot,
    triggers: [beginsWith("npipe:", "//./pipe/")],
    pattern: /(?<![\w/])(?:npipe:\/{2,3})?\/\/\.\/pipe\/[^\s"'`<>|?*,;()]+/gi,
    locate: (match) => ({ start: match.index, end: match.index + withoutEnd(match[0]).length }),
    redacts: ["npipe:////./pipe/docker_engine is down", "//./pipe/x"],
    keeps: ["a//./pipe/b", "//./x"],
  },
  {
    id: "windows-environment-path",
    kind: "path",
    needs: TRAIT.backslash | TRAIT.dollar,
    triggers: [holds("%\\", "$env:")],
    pattern: /(?:%[A-Za-z_]+%|\$env:\w+)\\[^\s"'`<>|?*:,;()]+/g,
    locate,
    redacts: ["%APPDATA%\\npm\\x"],
    keeps: ["100%\\n"],
  },
  {
    id: "windows-relative-path",
    kind: "path",
    needs: TRAIT.backslash | TRAIT.innerDot,
    triggers: [beginsWithRun(/[\w.\\:-]/, "\\")],
    pattern:
      /(?<![\w.\\:-])[\w.-]+(?:\\{1,2}[\w.-]+)*\\{1,2}[\w-]+\.(?:[cm]?[jt]sx?|cs|vb|cpp|h|py|ps1|bat|cmd|exe|dll|config|json|xml|ya?ml|ini|log|sln|csproj)(?::\d+){0,2}(?!\w)/g,
    redacts: ["src\\app\\x.ts failed"],
    keeps: ["a\\d.b"],
  },
];
