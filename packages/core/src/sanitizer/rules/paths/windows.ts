import type { Span } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { locateIf } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { locatePath, locateWithPlace, withoutEnd } from "./extent.ts";
import { isFileName } from "./file-path.ts";

/** The rest of a segment with a space in it: a backslash comes before any character that names cannot have. */
const MORE = /^(?: [^\s\\"'`<>|?*:,;()]+){1,4}\\[^\s"'`<>|?*,;()]*/;

function locate(match: RegExpExecArray): Span {
  let [path] = match;
  for (let more: string | undefined = path; more !== undefined; ) {
    const end = match.index + path.length;
    more = MORE.exec(match.input.slice(end, end + 200))?.[0];
    path += more ?? "";
  }
  return locateWithPlace(match, withoutEnd(path));
}

export const windowsRules = (): RuleTable => ({
  "windows-drive-path": {
    triggers: [contains(":\\", ":/")],
    pattern:
      /(?<![A-Za-z0-9])(?:\\{2,4}[?.]\\{1,2})?[A-Za-z]:(?:\\{1,4}|\/(?!\/))(?=[\w.$%~({@-])[^\s"'`<>|?*:,;()]*(?:\([\w ]{1,12}\)[^\s"'`<>|?*:,;()]*)*/g,
    locate,
  },
  "windows-share": {
    triggers: [contains("\\\\")],
    pattern: /(?<![\\\w])\\{2,4}(?:[?.]\\{1,2}UNC\\{1,2})?[A-Za-z0-9][\w.$@-]+\\{1,2}[\w.$-][^\s"'`<>|?*:,;()]*/g,
    locate,
  },
  "windows-device": {
    triggers: [contains("\\")],
    // Pipes, drives and files, by their system names.
    pattern:
      /(?<![\\\w])(?:\\{2,4}[.?]\\{1,2}(?:pipe|GLOBALROOT|Global|PhysicalDrive\d|COM\d|Volume\{)|\\{1,4}(?:Device|SystemRoot|DosDevices|Registry|\?\?)\\{1,2}(?=\w))[^\s"'`<>|?*,;()]*/gi,
    locate: locatePath,
  },
  "windows-pipe-with-slashes": {
    triggers: [contains("npipe:", "//./pipe/")],
    pattern: /(?<![\w/])(?:npipe:\/{2,3})?\/\/\.\/pipe\/[^\s"'`<>|?*,;()]+/gi,
    locate: locatePath,
  },
  "windows-environment-path": {
    triggers: [contains("%\\", "$env:")],
    pattern: /(?:%[A-Za-z_]+%|\$env:\w+)\\[^\s"'`<>|?*:,;()]+/g,
    locate,
  },
  "windows-relative-path": {
    triggers: [contains("\\")],
    pattern: /(?<![\w.\\:-])[\w.-]+(?:\\{1,2}[\w.-]+)*\\{1,2}([\w-]+\.[a-z]\w{0,9})(?::\d+){0,2}(?!\w)/g,
    locate: locateIf((path, match) => /^\.{1,2}\\/.test(path) || isFileName(match[1] ?? "")),
  },
});
