import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Reporter, startVitest, type TestModule } from "vitest/node";
import { DRIVER_NAMES } from "../test/conformance/drivers/names.ts";
import { installRuntimes, programOf } from "../test/runtimes/installed.ts";
import { RUNTIMES } from "../test/runtimes/runtimes.ts";
import { JUDGED, type Result } from "../test/support/results.ts";
import { outcomeOf } from "../test/support/save-results.ts";
import { ROOT, sourceFiles } from "../test/support/source-files.ts";
import { countClauses } from "../test/support/table.ts";

/** The major versions of Node on which the packages are tested. */
const NODES = RUNTIMES.flatMap(({ name }) => /^Node (\d+)$/.exec(name)?.[1] ?? []);

/** The result of a run on one Node. */
interface Seen {
  readonly tests: readonly Result[];
  readonly failures: readonly string[];
}

const write = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs the tests that prove clauses of the contract on several versions of Node, and prints what is proven on which
 * server. Vitest itself runs on the project's Node. The tests, the servers and the clients run on the Node under test.
 *
 * @returns whether everything passed, and every clause is proven.
 */
export async function contractOnNodes(chosen: {
  readonly nodes?: string;
  readonly servers?: string;
}): Promise<boolean> {
  const nodes = choose("nodes", chosen.nodes, NODES);
  const servers = choose("servers", chosen.servers, DRIVER_NAMES);
  const files = ["test", "packages"]
    .flatMap(sourceFiles)
    .filter(
      (file) => file.endsWith(".test.ts") && /^import .*\/proves\.ts"/m.test(readFileSync(join(ROOT, file), "utf8")),
    );

  installRuntimes(nodes.map((node) => `node${node}`));
  process.env["SERVERS"] = servers.join(",");
  const outcomes = new Map<string, Seen>();
  for (const node of nodes) outcomes.set(node, await runOn(programOf(`node${node}`), files));

  write(`\n${["Node", "server"].map((head) => head.padEnd(16)).join("")}clauses  proven  unproven  passed  failed`);
  let isProven = true;
  for (const [node, { tests }] of outcomes)
    for (const server of servers) isProven = printRow(node, server, tests) && isProven;
  for (const [node, { failures }] of outcomes) for (const failure of failures) write(`Node ${node}, ${failure}`);
  return isProven && [...outcomes.values()].every(({ failures }) => failures.length === 0);
}

function choose(option: string, text: string | undefined, known: readonly string[]): readonly string[] {
  if (text === undefined || text === "all") return known;
  const chosen = text.split(",");
  const strange = chosen.filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`--${option} accepts ${known.join(", ")}, but not ${strange.join(", ")}`);
  return chosen;
}

/** Returns the failures, each with its reason. */
function failuresIn(modules: readonly TestModule[], broken: readonly string[]): readonly string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests("failed")]);
  const reasons = tests.map((test) => `failed: ${test.fullName}\n  ${test.result().errors?.[0]?.message}`);
  return [...reasons, ...broken.map((what) => `could not run: ${what}`)];
}

/** Runs the tests once, in worker processes of the given program. */
async function runOn(program: string, files: readonly string[]): Promise<Seen> {
  process.execPath = program;
  let seen: Seen = { tests: [], failures: ["the tests did not finish"] };
  const keep: Reporter = {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
      const { tests, broken } = outcomeOf(modules, errors);
      seen = { tests, failures: failuresIn(modules, broken) };
    },
  };
  // A file about Node's own response has no tests for servers without one. The table shows what that leaves unproven.
  const options = { root: ROOT, project: [...JUDGED], watch: false, passWithNoTests: true, reporters: [keep] };
  const vitest = await startVitest("test", [...files], options);
  await vitest.close();
  return seen;
}

/** Prints what is proven for one server on one Node. @returns whether that is every clause */
function printRow(node: string, server: string, tests: readonly Result[]): boolean {
  const { proven, unproven } = countClauses(tests, server);
  const own = tests.filter(({ framework }) => framework === undefined || framework === server);
  const [passed, failed] = ["passed", "failed"].map((state) => own.filter((test) => test.state === state).length);
  const cells = [
    [proven + unproven, 7],
    [proven, 8],
    [unproven, 10],
    [passed, 8],
    [failed, 8],
  ] as const;
  write(`${node.padEnd(16)}${server.padEnd(16)}${cells.map(([cell, width]) => String(cell).padStart(width)).join("")}`);
  return unproven === 0;
}
