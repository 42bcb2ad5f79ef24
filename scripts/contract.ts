/** Prints which clause of the contract is proven on which framework, by the last run of the tests. */
import { spawnSync } from "node:child_process";
import { freshResults, JUDGED } from "../test/support/results.ts";
import { printTable } from "../test/support/table.ts";

let results = freshResults();
if (results === undefined) {
  process.stdout.write("The tests have not run since the sources were changed: they run now.\n");
  spawnSync("vitest", ["run", ...JUDGED.flatMap((name) => ["--project", name])], { stdio: "inherit" });
  results = freshResults();
}
if (results === undefined) throw new Error("the tests left no results");
process.exitCode = printTable(results, (line) => process.stdout.write(`${line}\n`)) ? 0 : 1;
