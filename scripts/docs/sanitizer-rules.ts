import { readFileSync, writeFileSync } from "node:fs";
import { EXAMPLES } from "../../packages/core/src/sanitizer/rules/index.examples.ts";
import { builtInRules } from "../../packages/core/src/sanitizer/rules/index.ts";
import { itemOf, KINDS, RESTS } from "./reference/sanitizer-rules.ts";

const rules = builtInRules();

const sections = KINDS.map(({ kind, title, says }) => {
  const items = rules.filter((rule) => rule.kind === kind).map(({ id }) => itemOf(id, EXAMPLES[id]?.redacts ?? []));
  return `### ${title}\n\n${says}\n\n${items.join("\n")}\n`;
});

const text = `## All rules

<!-- Made from the rules in packages/core/src/sanitizer by \`pnpm run docs\`; edit those, or scripts/docs/reference/sanitizer-rules.ts. -->

The ids of the ${rules.length} built-in rules, as \`removed\` of a [report](operating.md#reports) has them. Each has an example: a message from which
the rule removes a part. If a rule removes too much, see [above](#a-message-lost-its-middle). In the examples,
\`…\` stands for random letters and digits, and \`⏎\` for a line break. A token alone stands for "The key … was refused."

${sections.join("\n")}
### The rest of a message

Other reasons why a part of a message is not sent.

${RESTS.map(({ kind, rule, says }) => `- <a id="${rule}"></a>\`${rule}\`, of the kind \`${kind}\`: ${says}`).join("\n")}
`;
const page = new URL("../../docs/sanitizer.md", import.meta.url);
const [above] = readFileSync(page, "utf8").split("## All rules\n");
writeFileSync(page, `${above}${text}`);
