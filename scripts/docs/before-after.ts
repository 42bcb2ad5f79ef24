import { readFileSync, writeFileSync } from "node:fs";
import { cellsOf, GROUPS } from "../../test/adapters/before-after/table.ts";
import { withPlaces } from "../../test/adapters/places/table.ts";
import { DRIVERS } from "../../test/conformance/drivers/index.ts";
import { outcomesOn, withTable } from "../../test/conformance/statuses/table.ts";

// The compared services make mistakes on purpose. Their warnings do not concern the page.
process.removeAllListeners("warning");
// Hono prints errors that no error handler handles.
console.error = () => {};

/** Failures that the page on errors of other libraries already shows. */
const LIBRARY = /^@[\w-]+\//;

const tables: string[] = [];
for (const [group, items] of Object.entries(GROUPS)) {
  /** Failures, grouped by the cells that show what clients get. */
  const failures = new Map<string, string[]>();
  for (const item of items.filter(({ what }) => !LIBRARY.test(what))) {
    const cells = await cellsOf(item);
    failures.set(cells, [...(failures.get(cells) ?? []), item.what]);
  }
  const rows = [...failures].map(([cells, whats]) => `| ${whats.join("; ")} | ${cells} |`);
  tables.push(`## ${group}

| what fails | the framework alone | with the contract |
| --- | --- | --- |
${rows.join("\n")}
`);
}

const page = `# Before and after

<!-- Made from a run of test/adapters/before-after by \`pnpm run docs\`; edit the items there instead. -->

Each row compares a small service on the framework alone with the same one with this library. A cell shows the status, then the code of the
error or what else the client got; of JSON, its \`message\`. The versions of a framework agree unless a cell names them. The secrets are made up.
[Errors of other libraries](foreign-errors.md) has more failures.

${tables.join("\n")}`;

writeFileSync(new URL("../../docs/before-after.md", import.meta.url), page);

// All servers respond alike, as a test asserts, so one is enough.
const [server] = DRIVERS;
const howItWorks = new URL("../../docs/how-it-works.md", import.meta.url);
if (server !== undefined) {
  writeFileSync(howItWorks, withTable(readFileSync(howItWorks, "utf8"), await outcomesOn(server)));
}

const operating = new URL("../../docs/operating.md", import.meta.url);
writeFileSync(operating, await withPlaces(readFileSync(operating, "utf8")));
process.exit();
