import type { Module } from "./module.ts";
import { onceFor } from "./once.ts";
import { bare, isA, isFunction, lastName, matches, type Node, readCall, statementsIn } from "./syntax.ts";

/**
 * Whether the code around or before a place asks for `response.ok` or the status, so that only successes come to it, or a
 * status that the code names.
 */
export function isChecked(node: Node, { parents }: Module): boolean {
  let at = node;
  for (let around = parents.get(at); around !== undefined && !isFunction(at); around = parents.get(at)) {
    if (isCheckedBranch(at, around) || isAfterCheck(at, around)) return true;
    at = around;
  }
  return false;
}

function isCheckedBranch(at: Node, around: Node): boolean {
  if (around.type !== "IfStatement" && around.type !== "ConditionalExpression") return false;
  const { test, consequent, alternate } = around;
  const outcome = wantedIf(test);
  return (consequent === at && outcome === "holds") || (alternate === at && outcome === "fails");
}

function isAfterCheck(at: Node, around: Node): boolean {
  const list = statementsIn(around);
  return list !== undefined && firstCheckIn(list) < list.indexOf(at);
}

/** Returns the index of the first check in a list; that after the last statement if there is none. */
const firstCheckIn = onceFor((list: readonly Node[]): number => {
  const index = list.findIndex(leavesOtherwise);
  return index < 0 ? list.length : index;
});

/** `if (!response.ok) throw …` */
function leavesOtherwise(statement: Node): boolean {
  if (statement.type !== "IfStatement" || wantedIf(statement.test) !== "fails") return false;
  const { consequent } = statement;
  const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
  return isA(last, "ThrowStatement", "ReturnStatement");
}

type Outcome = "holds" | "fails";

/**
 * Returns with which outcome of a condition the status is a success or one that the code names: `"holds"` for `response.ok`, `"fails"` for
 * `status !== 404`. `undefined` if neither outcome says so.
 */
function wantedIf(condition: Node): Outcome | undefined {
  const test = bare(condition);
  if (test.type === "UnaryExpression" && test.operator === "!") {
    const inner = wantedIf(test.argument);
    return inner === undefined ? undefined : inner === "holds" ? "fails" : "holds";
  }
  if (test.type === "LogicalExpression") {
    // If `a && b` holds, both sides hold. If `a || b` fails, both fail. So it is enough that one side says it.
    const bothSides = test.operator === "&&" ? "holds" : "fails";
    return [test.left, test.right].map(wantedIf).includes(bothSides) ? bothSides : undefined;
  }
  if (test.type === "BinaryExpression") return wantedIfCompared(test);
  return lastName(test) === "ok" || matches(/^is(?:Ok|Success(?:ful)?)$/, readCall(test)?.name) ? "holds" : undefined;
}

function wantedIfCompared({
  left,
  operator,
  right,
}: Node & { readonly type: "BinaryExpression" }): Outcome | undefined {
  const isStatus = matches(/^status(?:Code)?$/, lastName(left as Node));
  if (!isStatus || right.type !== "NumericLiteral") return undefined;
  if (operator === "===" || operator === "==") return "holds";
  if (operator === "!==" || operator === "!=") return "fails";
  // `status < 300`, `status >= 400`
  if (right.value < 299 || right.value > 400) return undefined;
  if (/^<=?$/.test(operator)) return "holds";
  return /^>=?$/.test(operator) ? "fails" : undefined;
}
