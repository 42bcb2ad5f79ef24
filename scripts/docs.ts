/**
 * Makes the generated pages, tables and numbers of the docs: from sources, from test runs, and sizes from the build.
 * `pnpm run docs reference` makes only that page.
 */
import { spawnSync } from "node:child_process";

/** Each runs in its own process, because most of them serve requests and stop by ending the process. */
const GENERATORS = [
  "errors",
  "reference",
  "sanitizer-rules",
  "catalog-schema",
  "before-after",
  "sdks",
  "typical-express",
  "sizes",
];

/** The files that the generators write, and those that the run of the foreign errors writes. */
const MADE = [
  "packages/exports/catalog.schema.json",
  ...[
    "errors",
    "reference",
    "sanitizer",
    "before-after",
    "how-it-works",
    "operating",
    "foreign-errors",
    "client",
    "adopting",
    "sharing",
    "showing-errors",
  ].map((page) => `docs/${page}.md`),
  "README.md",
  "packages/client/README.md",
  "examples/typical-express/README.md",
  "examples/typical-express/orders/README.md",
];

function run(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !GENERATORS.includes(name));
if (unknown !== undefined)
  throw new Error(`there is no generator "${unknown}"; the names are ${GENERATORS.join(", ")}`);

for (const name of asked.length > 0 ? asked : GENERATORS) {
  run("node", "--conditions=@uhp-errors/source", `scripts/docs/${name}.ts`);
}
if (asked.length === 0) {
  // Also sends the requests to the bare servers, for the column that shows what each framework sends by itself.
  process.env["FOREIGN_ERRORS"] = "1";
  const projects = ["--project", "suite", "--project", "nightly"];
  const files = ["test/recognize/foreign", "test/recognize/nightly/foreign"];
  run("vitest", "run", ...projects, ...files, "--reporter=./test/support/foreign-table.ts");
}
run("biome", "format", "--write", ...MADE);
