/**
 * Runs the tests that prove clauses of the contract on several versions of Node, and prints what is proven on which server there.
 * Vitest itself runs on the Node of the toolchain; the tests, the servers and the clients run on the Node that is tried.
 *
 * `--nodes=20,22` and `--servers=koa3,hono` limit it to some.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Reporter, startVitest, type TestModule } from "vitest/node";
import { DRIVER_NAMES } from "../test/conformance/drivers/names.ts";
import { installRuntimes, programOf } from "../test/runtimes/installed.ts";
import { RUNTIMES } from "../test/runtimes/runtimes.ts";
import { JUDGED, type Result } from "../test/support/results.ts";
import { outcomeOf } from "../test/support/save-results.ts";
import { ROOT, sourceFiles } from "../test/support/source-files.ts";
import { countClauses } from "../test/support/table.ts";

/** The versions of Node among the runtimes that the packages are tried on. */
const NODES = RUNTIMES.flatMap(({ name }) => /^Node (\d+)$/.exec(name)?.[1] ?? []);

/** What came of a run on one Node. */
interface Seen {
  readonly tests: readonly Result[];
  readonly failures: readonly string[];
}

const { values } = parseArgs({ options: { nodes: { type: "string" }, servers: { type: "string" } } });
const nodes = choose("nodes", values.nodes, NODES);
const servers = choose("servers", values.servers, DRIVER_NAMES);
const write = (line: string) => process.stdout.write(`${line}\n`);

const files = ["test", "packages"]
  .flatMap(sourceFiles)
  .filter(
    (file) => file.endsWith(".test.ts") && /^import .*\/proves\.ts"/m.test(readFileSync(join(ROOT, file), "utf8")),
  );

installRuntimes(nodes.map((node) => `node${node}`));
process.env["SERVERS"] = servers.join(",");
const outcomes = new Map<string, Seen>();
for (const node of nodes) outcomes.set(node, await runOn(programOf(`node${node}`)));

write(`\n${["Node", "server"].map((head) => head.padEnd(16)).join("")}clauses  proven  unproven  passed  failed`);
for (const [node, { tests }] of outcomes) for (const server of servers) printRow(node, server, tests);
for (const [node, { failures }] of outcomes) for (const failure of failures) write(`Node ${node}, ${failure}`);
if ([...outcomes.values()].some(({ failures }) => failures.length > 0)) process.exitCode = 1;

function choose(option: string, text: string | undefined, known: readonly string[]): readonly string[] {
  const chosen = text?.split(",") ?? known;
  const strange = chosen.filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`--${option} knows ${known.join(", ")}, and not ${strange.join(", ")}`);
  return chosen;
}

/** What failed, each with its reason. */
function failuresIn(modules: readonly TestModule[], broken: readonly string[]): readonly string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests("failed")]);
  const reasons = tests.map((test) => `failed: ${test.fullName}\n  ${test.result().errors?.[0]?.message}`);
  return [...reasons, ...broken.map((what) => `could not run: ${what}`)];
}

/** One run of the tests, whose workers are processes of the given program. */
async function runOn(program: string): Promise<Seen> {
  process.execPath = program;
  let seen: Seen = { tests: [], failures: ["the tests did not end"] };
  const keep: Reporter = {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
      const { tests, broken } = outcomeOf(modules, errors);
      seen = { tests, failures: failuresIn(modules, broken) };
    },
  };
  // A file of what Node's own response does has no tests for servers without one. What that leaves unproven shows in the table.
  const options = { root: ROOT, project: [...JUDGED], watch: false, passWithNoTests: true, reporters: [keep] };
  const vitest = await startVitest("test", [...files], options);
  await vitest.close();
  return seen;
}

function printRow(node: string, server: string, tests: readonly Result[]): void {
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
  if (unproven > 0) process.exitCode = 1;
}
