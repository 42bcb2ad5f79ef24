import { readdirSync, readFileSync } from "node:fs";
import { check } from "recheck";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { builtInRules } from "../../../packages/core/src/sanitizer/rules/index.ts";

const PACKAGES = new URL("../../../packages/", import.meta.url);

/** Functions that build an expression from the parts they are given. The built expression is checked instead of its parts. */
const BUILDERS: ReadonlySet<string> = new Set(["token", "hostBetween"]);

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

/** Every regular expression in the sources of the packages. */
function written(): Expression[] {
  const files = readdirSync(PACKAGES, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /^[^/]+\/src\/.*(?<!\.test|\.test-d)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, PACKAGES), "utf8");
      return literals(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), file);
    });
}

function literals(node: ts.Node, file: string): Expression[] {
  if (ts.isCallExpression(node) && BUILDERS.has(node.expression.getText())) return [];
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return [{ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place: file }];
  }
  if (ts.isCallExpression(node) && node.expression.getText() === "late") {
    const [source, flags] = node.arguments;
    if (source !== undefined && ts.isTaggedTemplateExpression(source) && flags !== undefined)
      return [{ source: source.template.getText().slice(1, -1), flags: flags.getText().slice(1, -1), place: file }];
  }
  const found: Expression[] = [];
  node.forEachChild((child) => {
    found.push(...literals(child, file));
  });
  return found;
}

/** The expressions of the rules as they run, including those that are built. */
const run = builtInRules().map(({ pattern, id }) => ({
  source: pattern.source,
  flags: pattern.flags,
  place: `rule ${id}`,
}));

const expressions = [...new Map([...written(), ...run].map((one) => [`/${one.source}/${one.flags}`, one])).values()];

/** Milliseconds that the checker may spend on one expression before it gives up. Giving up is a failure. */
const PATIENCE = 600_000;

/** The time limit is the only thing that depends on time, and the random seed is fixed. */
const LIMITS = { timeout: PATIENCE, attackTimeout: null, incubationTimeout: null, randomSeed: 0 };

test("the expressions of the packages were found", () => {
  expect(expressions.length).toBeGreaterThan(500);
  expect(builtInRules().length).toBeGreaterThan(200);
});

test("the checker tells a slow expression from a fast one", async () => {
  expect(await check("^(a+)+$", "", LIMITS)).toMatchObject({ status: "vulnerable" });
  expect(await check("[a-z]+:", "", LIMITS)).toMatchObject({ status: "vulnerable" });
  expect(await check("^[a-z]+:", "", LIMITS)).toMatchObject({ status: "safe" });
});

describe("no expression backtracks super-linearly", () => {
  test.each(expressions.map((one) => [`/${one.source.slice(0, 100)}/${one.flags}`, one] as const))(
    "%s",
    { timeout: PATIENCE * 2, concurrent: true },
    async (_, { source, flags, place }) => {
      const found = await check(source, flags, LIMITS);
      const { status, checker } = found;
      const attack = found.status === "vulnerable" ? found.attack.pattern : undefined;
      expect({ status, attack, place }).toEqual({ status: "safe", attack: undefined, place });
      expect(["automaton", "fuzz"]).toContain(checker);
    },
  );
});
