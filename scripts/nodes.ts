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
import { JUDGED, type Outcome, type Result } from "../test/support/results.ts";
import { outcomeOf } from "../test/support/save-results.ts";
import { ROOT, sourceFiles } from "../test/support/source-files.ts";
import { countClauses } from "../test/support/table.ts";

const NODES = ["20", "22", "24", "26"];

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
const outcomes = new Map<string, Outcome>();
for (const node of nodes) outcomes.set(node, await runOn(programOf(`node${node}`)));

write(`\n${["Node", "server"].map((head) => head.padEnd(16)).join("")}clauses  proven  unproven  passed  failed`);
for (const [node, { tests }] of outcomes) for (const server of servers) printRow(node, server, tests);
for (const [node, { tests, broken }] of outcomes) printFailures(node, tests, broken);

function choose(option: string, text: string | undefined, known: readonly string[]): readonly string[] {
  const chosen = text?.split(",") ?? known;
  const strange = chosen.filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`--${option} knows ${known.join(", ")}, and not ${strange.join(", ")}`);
  return chosen;
}

/** One run of the tests, whose workers are processes of the given program. */
async function runOn(program: string): Promise<Outcome> {
  process.execPath = program;
  let outcome: Outcome = { tests: [], broken: ["the tests did not end"] };
  const keep: Reporter = {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
      outcome = outcomeOf(modules, errors);
    },
  };
  const options = { root: ROOT, project: [...JUDGED], watch: false, reporters: [keep] };
  const vitest = await startVitest("test", [...files], options);
  await vitest.close();
  return outcome;
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

function printFailures(node: string, tests: readonly Result[], broken: readonly string[]): void {
  const failed = tests.filter(({ state }) => state === "failed");
  for (const { name } of failed) write(`Node ${node}, failed: ${name}`);
  for (const what of broken) write(`Node ${node}, could not run: ${what}`);
  if (failed.length + broken.length > 0) process.exitCode = 1;
}
