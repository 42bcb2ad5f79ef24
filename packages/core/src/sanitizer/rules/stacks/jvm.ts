import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith } from "../../engine/trigger.ts";
import { beginsFrame, mayBeJvm } from "./frame-start.ts";

/** A heading of another exception: up to its first frame, or the end of its line. */
function locateHeading(match: RegExpExecArray): Span {
  const { start, end } = wholeOf(match);
  NEXT.lastIndex = end;
  return { start, end: NEXT.exec(match.input)?.index ?? match.input.length };
}

const NEXT = /\n|\s(?=at [\w.$/@<>-]+\(|\.\.\. \d+ (?:more|common)|Caused by: |Suppressed: )/g;

/** Stacks of Java, Kotlin, Scala, Groovy and Clojure. */
export const jvmRules = (): readonly BuiltInRule[] => [
  {
    id: "jvm-frame",
    kind: "stack",
    needs: TRAIT.parenthesis,
    triggers: [beginsFrame(mayBeJvm)],
    pattern:
      /(?<![\w'’-])at (?:[\w.@-]+\/+)*[\w.$<>-]+\((?:[\w$.-]+\.(?:java|kt|kts|scala|groovy|clj|sc)(?::\d+)?|Native Method|Unknown Source|<generated>|\w+:\d+|jar:[^()\n]*)\)(?: ~?\[[^[\]\n]*\])?/g,
    redacts: [
      "at com.acme.Main.run(Main.java:12)",
      "at java.base/java.lang.Thread.run(Thread.java:840)",
      "at sun.reflect.X.invoke0(Native Method) ~[na:1.8]",
      "at app.ServerKt$main$1.invokeSuspend(Server.kt)",
    ],
    keeps: ["look at f(x)", "meet at noon(ish)"],
  },
  {
    id: "jvm-cause",
    kind: "stack",
    needs: TRAIT.colon,
    triggers: [beginsWith("Caused by: ", "Suppressed: ", "Wrapped by: ")],
    hint: /\bat [\w$.@/]+\(|\.\.\. \d+ (?:more|common)/,
    pattern: /(?:Caused by|Suppressed|Wrapped by): (?=[\w$]+(?:\.[\w$]+)+(?::|\s|$))/g,
    locate: locateHeading,
    redacts: ["at a.B.c(D.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat x.Y.z(Y.java:1)"],
    keeps: ["Caused by: a typo"],
  },
  {
    id: "jvm-omitted-frames",
    kind: "stack",
    needs: TRAIT.digit,
    triggers: [beginsWith("... 0")],
    hint: /\bat [\w$.@/<>-]+\([^()]*\)[\s\S]{0,40}\.\.\. \d+ |^\s*\.\.\. \d+ (?:more|common)/,
    pattern: /\.\.\. \d+ (?:more|common frames omitted)\b/g,
    redacts: ["... 12 more"],
    keeps: ["wait ... 12 times"],
  },
  {
    id: "jvm-thread",
    kind: "stack",
    needs: TRAIT.quote,
    triggers: [beginsWith("Exception in thread ")],
    pattern: /Exception in thread \\?"[^"\n\\]*\\?" /g,
    locate: locateHeading,
    redacts: ['Exception in thread "main" java.lang.X: y'],
    keeps: ["an exception in a thread"],
  },
];
