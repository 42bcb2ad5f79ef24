import { writeFileSync } from "node:fs";
import { EXAMPLES } from "../../packages/core/src/sanitizer/rules/index.examples.ts";
import { builtInRules } from "../../packages/core/src/sanitizer/rules/index.ts";
import { KINDS, RESTS, rowOf } from "./reference/sanitizer-rules.ts";

const rules = builtInRules();

const sections = KINDS.map(({ kind, title, says }) => {
  const rows = rules.filter((rule) => rule.kind === kind).map(({ id }) => rowOf(id, EXAMPLES[id]?.redacts ?? []));
  return `## ${title}\n\n${says}\n\n| rule | takes a part out of a text such as |\n| --- | --- |\n${rows.join("\n")}\n`;
});

const text = `# The rules of the sanitizer

<!-- Made from the rules in packages/core/src/sanitizer by \`pnpm run docs\`; edit those, or scripts/docs/reference/sanitizer-rules.ts. -->

Each of the ${rules.length} built-in rules has an id. \`removed\` of a [report](operating.md#reports) names it, and so does the
[playground](../site/pages/playground.md#message). [The sanitizer](sanitizer.md) says what to do when a rule takes out too much.

The examples are those of the rules themselves. In them, \`…\` stands for random letters and digits. A line break is shown as \`⏎\`.

${sections.join("\n")}
## The rest of a text

These are no rules for private parts. They name why something else of a text did not leave.

| kind | rule | names |
| --- | --- | --- |
${RESTS.map(({ kind, rule, says }) => `| \`${kind}\` | <a id="${rule}"></a>\`${rule}\` | ${says} |`).join("\n")}
`;
writeFileSync(new URL("../../docs/sanitizer-rules.md", import.meta.url), text);
