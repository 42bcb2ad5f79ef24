/**
 * Prints which clause of the contract is proven on which framework, from the last test run. With `--nodes=20,22` or
 * `--servers=koa3,hono`, it runs the tests on these and prints what each proves. `--nodes=all` selects every supported
 * Node.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { freshResults, JUDGED } from "../test/support/results.ts";
import { printTable } from "../test/support/table.ts";
import { contractOnNodes } from "./contract-on-nodes.ts";

const { values } = parseArgs({ options: { nodes: { type: "string" }, servers: { type: "string" } } });
const isKept =
  values.nodes === undefined && values.servers === undefined ? contractOfLastRun() : await contractOnNodes(values);
process.exitCode = isKept ? 0 : 1;

function contractOfLastRun(): boolean {
  let results = freshResults();
  if (results === undefined) {
    process.stdout.write("The tests have not run since the sources changed. Running them now.\n");
    spawnSync("vitest", ["run", ...JUDGED.flatMap((name) => ["--project", name])], { stdio: "inherit" });
    results = freshResults();
  }
  if (results === undefined) throw new Error("the tests left no results");
  return printTable(results, (line) => process.stdout.write(`${line}\n`));
}
