import type { Span } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { locatePath, locateWithPlace, pathSpan, withoutEnd } from "./extent.ts";
import { isFileName, isPosixPath, isRelativePath, isSourceName } from "./file-path.ts";

function locateAbsolute(match: RegExpExecArray): Span | undefined {
  const path = withoutEnd(match[0]);
  const before = textBefore(match, 24);
  const { start, end } = pathSpan(match, path);
  // As written, or with the rest of a quoted path that has spaces.
  return isPosixPath(path, before) || isPosixPath(match.input.slice(start, end), before)
    ? locateWithPlace(match, path)
    : undefined;
}

function locateRelative(match: RegExpExecArray): Span | undefined {
  const path = withoutEnd(match[0]);
  const after = match.index + path.length;
  // A file with a line and a column is a program's, wherever it is.
  const hasPlace = /\.\w{1,6}$/.test(path) && /^:\d+:\d/.test(match.input.slice(after, after + 12));
  return path.includes("/") && (hasPlace || isRelativePath(path)) ? locateWithPlace(match, path) : undefined;
}

/** File paths of POSIX systems, and paths of source files. */
export const posixRules = (): RuleTable => ({
  "posix-path": {
    triggers: [contains("/")],
    pattern:
      /(?:(?<![\w./~@%$}*-])|(?<=(?:^|\s)-[A-Za-z])|(?<==@))\/(?![/*>])[^\s"'`<>|,;:(){}*?!\\[\]^]+(?:(?:[[(][\w.-]+[\])]|\\x[0-9a-f]{2})[^\s"'`<>|,;:(){}*?!\\[\]^]*)*/g,
    locate: locateAbsolute,
  },
  "doubled-slash-path": {
    triggers: [contains("//")],
    pattern:
      /(?<![\w:/.@-])\/{2,4}(?:etc|usr|var|opt|srv|tmp|root|proc|mnt|Users)\/{1,4}[^\s"'`<>|,;:(){}*?!\\[\]^/][^\s"'`<>|,;:(){}*?!\\[\]^]*/g,
    locate: locatePath,
  },
  "home-path": {
    triggers: [contains("~", "$")],
    pattern: /(?<![\w/~$])(?:~(?:[A-Za-z][\w.-]*)?|\$\{?[A-Z][A-Z_]*\}?)\/[^\s"'`<>|,;:(){}*?!\\]+/g,
    locate: locatePath,
  },
  "relative-source-path": {
    triggers: [contains("/")],
    pattern:
      /(?<![\w./@:~\\-])(?:(?<![+$[\]])|(?<=[/:~\\][\w.@-]*[+$[\]]))[\w.@+$[\]-]+(?:\/(?:\([\w.-]+\)|[\w.@+$[\]~-])+)+|(?<![\w./@~\\-])(?:\.{1,2}\/)+[\w.@+-]+(?:\/(?:\([\w.-]+\)|[\w.@+$[\]~-])+)*/g,
    locate: locateRelative,
  },
  "source-position": {
    triggers: [contains(":0", "(0", ": line 0", ":[0", ":(.text")],
    pattern:
      /(?<![\w./\\@$+-])([\w$@+-]+(?:\.[\w$+-]+)+)(?:(?::\d+){1,3}(?!\w)|:\[\d+(?:,\d+)?\]|\(\d+(?:,\s?\d+)?\)|: line \d+|:\(\.text[^():\s]*\))/g,
    locate: locateIf((_, match) => isSourceName(match[1] ?? "")),
  },
  "at-file-line": {
    triggers: [contains("line 0")],
    pattern:
      /(?:(?<=\b(?:at|in|on|[Ff]ile) )|(?<=["'`(]))([\w$@+./\\-]+)["'`]?(?:, line \d+| line \d+| on line \d+|: ?line \d+)(?:,? (?:column|char(?:acter)?|col) \d+)?/g,
    locate: locateIf((_, match) => isFileName(match[1] ?? "")),
  },
  "build-file-position": {
    triggers: [contains("file:0", "file.", "CMakeLists.txt:0")],
    pattern:
      /(?<![\w./-])(?:GNUm|[Mm]ake|Docker|Container|Rake|Gem|Jenkins|Vagrant|Proc|Brew|Pod|Fast|Cap|Guard)file(?:\.\w+)?:\d+(?::\d+)?|(?<![\w./-])CMakeLists\.txt:\d+/g,
  },
});
