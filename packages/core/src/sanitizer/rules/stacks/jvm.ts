import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { contains, containsToken } from "../../engine/trigger.ts";

/** Returns the heading of another exception: up to its first frame, or the end of its line. */
function locateHeading(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  NEXT.lastIndex = end;
  return { start, end: NEXT.exec(match.input)?.index ?? match.input.length };
}

const NEXT = /\n|\s(?=at [\w.$/@<>-]+\(|\.\.\. \d+ (?:more|common)|Caused by: |Suppressed: )/g;

/** Stack traces of Java, Kotlin, Scala, Groovy and Clojure. */
export const jvmRules = (): readonly BuiltInRule[] => [
  {
    id: "jvm-frame",
    kind: "stack",
    triggers: [containsToken("at ")],
    pattern:
      /(?<![\w'’-])at (?:[\w.@-]+\/+)*[\w.$<>-]+\((?:[\w$.-]+\.(?:java|kt|kts|scala|groovy|clj|sc)(?::\d+)?|Native Method|Unknown Source|<generated>|\w+:\d+|jar:[^()\n]*)\)(?: ~?\[[^[\]\n]*\])?/g,
  },
  {
    id: "jvm-cause",
    kind: "stack",
    triggers: [contains("Caused by: ", "Suppressed: ", "Wrapped by: ")],
    context: /\bat [\w$.@/]+\(|\.\.\. \d+ (?:more|common)/,
    pattern: /(?:Caused by|Suppressed|Wrapped by): (?=[\w$]+(?:\.[\w$]+)+(?::|\s|$))/g,
    locate: locateHeading,
  },
  {
    id: "jvm-omitted-frames",
    kind: "stack",
    triggers: [contains("... 0")],
    context: /\bat [\w$.@/<>-]+\([^()]*\)[\s\S]{0,40}\.\.\. \d+ |^\s*\.\.\. \d+ (?:more|common)/,
    pattern: /\.\.\. \d+ (?:more|common frames omitted)\b/g,
  },
  {
    id: "jvm-thread",
    kind: "stack",
    triggers: [contains("Exception in thread ")],
    pattern: /Exception in thread \\?"[^"\n\\]*\\?" /g,
    locate: locateHeading,
  },
];
