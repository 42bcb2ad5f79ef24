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
  return (consequent === at && isWanted(test) === true) || (alternate === at && isWanted(test) === false);
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
  if (statement.type !== "IfStatement" || isWanted(statement.test) !== false) return false;
  const { consequent } = statement;
  const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
  return last?.type === "ThrowStatement" || last?.type === "ReturnStatement";
}

/**
 * What a condition says of a status if it holds: `true` that it is a success or one that the code names, `false` that it
 * is another one; `undefined` for neither.
 */
function isWanted(condition: Node): boolean | undefined {
  const test = bare(condition);
  if (test?.type === "UnaryExpression" && test.operator === "!") {
    const inner = isWanted(test.argument);
    return inner === undefined ? undefined : !inner;
  }
  if (test?.type === "LogicalExpression") {
    // If `a && b` holds, both do. If `a || b` does not hold, neither does.
    const sure = test.operator === "&&";
    return [test.left, test.right].map(isWanted).includes(sure) ? sure : undefined;
  }
  if (test?.type === "BinaryExpression") return comparesStatus(test);
  return memberPath(test)?.at(-1) === "ok" || /^is(?:Ok|Success(?:ful)?)$/.test(readCall(test)?.name ?? "")
    ? true
    : undefined;
}

function comparesStatus({ left, operator, right }: Node & { readonly type: "BinaryExpression" }): boolean | undefined {
  const isStatus = /^status(?:Code)?$/.test(memberPath(left as Node)?.at(-1) ?? "");
  if (!isStatus || right.type !== "NumericLiteral") return undefined;
  if (/^===?$/.test(operator)) return true;
  if (/^!==?$/.test(operator)) return false;
  const isBound = right.value >= 299 && right.value <= 400;
  if (!isBound || !/^[<>]=?$/.test(operator)) return undefined;
  return operator.startsWith("<");
}
