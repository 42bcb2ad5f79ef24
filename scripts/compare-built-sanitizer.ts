/**
 * Holds the built sanitizer against its source, on every message of the corpus and every example of a rule: the build changes the
 * files of rules, and what it spoils there would leave in messages. Needs a build first.
 */
import { sanitizeMessage } from "@uhp-errors/core/sanitizer";
import { builtInRules } from "../packages/core/src/sanitizer/rules/index.ts";
import { loadCorpus } from "../test/corpus/load.ts";

const built: { readonly sanitizeMessage: typeof sanitizeMessage } = await import(
  new URL("../packages/core/dist/sanitizer.js", import.meta.url).href
);

const examples = builtInRules().flatMap(({ redacts, keeps }) => [...redacts, ...keeps]);
const texts = new Set([...loadCorpus().map(({ text }) => text), ...examples]);
const different = [...texts].filter(
  (text) => JSON.stringify(sanitizeMessage(text)) !== JSON.stringify(built.sanitizeMessage(text)),
);
for (const text of different.slice(0, 10)) process.stderr.write(`${JSON.stringify(text)}\n`);
process.stderr.write(`${texts.size} texts, of which the built sanitizer treats ${different.length} in another way\n`);
process.exitCode = different.length === 0 ? 0 : 1;
