import type { Module } from "./module.ts";
import { bare, isFunction, memberPath, type Node, readCall, statementsIn } from "./syntax.ts";

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
  const list = statementsIn(around) ?? [];
  const first = firstCheckIn(list);
  return first !== undefined && first < list.indexOf(at);
}

const FIRST = new WeakMap<readonly Node[], number | undefined>();

function firstCheckIn(list: readonly Node[]): number | undefined {
  if (FIRST.has(list)) return FIRST.get(list);
  const first = list.findIndex(leavesOtherwise);
  FIRST.set(list, first < 0 ? undefined : first);
  return FIRST.get(list);
}

/** `if (!response.ok) throw …` */
function leavesOtherwise(statement: Node): boolean {
  if (statement.type !== "IfStatement" || wantedIf(statement.test) !== "fails") return false;
  const { consequent } = statement;
  const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
  return last?.type === "ThrowStatement" || last?.type === "ReturnStatement";
}

type Outcome = "holds" | "fails";

/**
 * Returns with which outcome of a condition the status is a success or one that the code names: `"holds"` for `response.ok`, `"fails"` for
 * `status !== 404`. `undefined` if neither outcome says so.
 */
function wantedIf(condition: Node): Outcome | undefined {
  const test = bare(condition);
  if (test?.type === "UnaryExpression" && test.operator === "!") {
    const inner = wantedIf(test.argument);
    return inner && (inner === "holds" ? "fails" : "holds");
  }
  if (test?.type === "LogicalExpression") {
    // If `a && b` holds, both sides hold. If `a || b` fails, both fail. So it is enough that one side says it.
    const bothSides = test.operator === "&&" ? "holds" : "fails";
    return [test.left, test.right].map(wantedIf).includes(bothSides) ? bothSides : undefined;
  }
  if (test?.type === "BinaryExpression") return wantedIfCompared(test);
  return memberPath(test)?.at(-1) === "ok" || /^is(?:Ok|Success(?:ful)?)$/.test(readCall(test)?.name ?? "")
    ? "holds"
    : undefined;
}

function wantedIfCompared({
  left,
  operator,
  right,
}: Node & { readonly type: "BinaryExpression" }): Outcome | undefined {
  const isStatus = /^status(?:Code)?$/.test(memberPath(left as Node)?.at(-1) ?? "");
  if (!isStatus || right.type !== "NumericLiteral") return undefined;
  if (/^===?$/.test(operator)) return "holds";
  if (/^!==?$/.test(operator)) return "fails";
  // `status < 300`, `status >= 400`
  const isBound = right.value >= 299 && right.value <= 400;
  if (!isBound || !/^[<>]=?$/.test(operator)) return undefined;
  return operator.startsWith("<") ? "holds" : "fails";
}
