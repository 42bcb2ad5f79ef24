import type { Module } from "./module.ts";
import { bare, callOf, isFunction, listOf, type Node, pathOf } from "./syntax.ts";

/** Whether only successes of another service come to a place, because code around or before it asks for `response.ok` or the status. */
export function isOfSuccess(node: Node, { parents }: Module): boolean {
  let at = node;
  for (let around = parents.get(at); around !== undefined && !isFunction(at); around = parents.get(at)) {
    if (isBranchOfSuccess(at, around) || isAfterCheck(at, around)) return true;
    at = around;
  }
  return false;
}

function isBranchOfSuccess(at: Node, around: Node): boolean {
  if (around.type !== "IfStatement" && around.type !== "ConditionalExpression") return false;
  const { test, consequent, alternate } = around;
  return (consequent === at && saysSuccess(test) === true) || (alternate === at && saysSuccess(test) === false);
}

function isAfterCheck(at: Node, around: Node): boolean {
  const list = listOf(around) ?? [];
  return list.slice(0, list.indexOf(at)).some(leavesForFailure);
}

/** `if (!response.ok) throw …` */
function leavesForFailure(statement: Node): boolean {
  if (statement.type !== "IfStatement" || saysSuccess(statement.test) !== false) return false;
  const { consequent } = statement;
  const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
  return last?.type === "ThrowStatement" || last?.type === "ReturnStatement";
}

/** What a condition says of a response if it holds: `true` that it is a success, `false` that it is none; `undefined` for neither. */
function saysSuccess(condition: Node): boolean | undefined {
  const test = bare(condition);
  if (test?.type === "UnaryExpression" && test.operator === "!") {
    const inner = saysSuccess(test.argument);
    return inner === undefined ? undefined : !inner;
  }
  if (test?.type === "LogicalExpression") {
    const both = [test.left, test.right].map(saysSuccess);
    // Of `a && b` both hold; if `a || b` does not hold, neither does.
    const wanted = test.operator === "&&";
    return both.includes(wanted) ? wanted : undefined;
  }
  if (test?.type === "BinaryExpression") return comparesStatus(test);
  return pathOf(test)?.at(-1) === "ok" || /^is(?:Ok|Success(?:ful)?)$/.test(callOf(test)?.name ?? "")
    ? true
    : undefined;
}

function comparesStatus({ left, operator, right }: Node & { readonly type: "BinaryExpression" }): boolean | undefined {
  const isStatus = /^status(?:Code)?$/.test(pathOf(left as Node)?.at(-1) ?? "");
  if (!isStatus || right.type !== "NumericLiteral") return undefined;
  const { value } = right;
  const isSuccess = value >= 200 && value < 300;
  if (/^===?$/.test(operator)) return isSuccess ? true : undefined;
  if (/^!==?$/.test(operator)) return isSuccess ? false : undefined;
  const isBound = value >= 299 && value <= 400;
  if (!isBound) return undefined;
  return operator.startsWith("<") ? true : operator.startsWith(">") ? false : undefined;
}
