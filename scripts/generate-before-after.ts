import { writeFileSync } from "node:fs";
import { GROUPS, rowOf } from "../test/adapters/before-after/table.ts";

// Start-up warnings of the services under observation are no concern of whoever makes the page.
process.removeAllListeners("warning");

const tables: string[] = [];
for (const [group, items] of Object.entries(GROUPS)) {
  const rows: string[] = [];
  for (const item of items) rows.push(await rowOf(item));
  tables.push(`## ${group}

| what fails | the framework alone | with the contract | proven by |
| --- | --- | --- | --- |
${rows.join("\n")}
`);
}

const page = `# Before and after

<!-- Made from a run of test/adapters/before-after by \`pnpm run docs\`; edit the items there instead. -->

Each failure was sent to a small service on the bare framework and to the same service under a contract. A cell shows the
status, then the envelope's code or what else the client got. The texts that leak are planted: \`hunter2-planted\` is the
password, \`db-1.prod.internal\` the host. Versions agree unless a cell tells them apart.

${tables.join("\n")}`;

writeFileSync(new URL("../docs/before-after.md", import.meta.url), page);
process.exit();
