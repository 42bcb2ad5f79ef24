/**
 * Compares the built sanitizer with its source, on every message of the corpus and every example of a rule. The build
 * changes the files of the rules, and a mistake there would leave credentials in messages. Needs a build.
 */
import { sanitizeMessage } from "@uhp-errors/core/sanitizer";
import { loadCorpus } from "../corpus/load.ts";
import { EXAMPLES } from "../packages/core/src/sanitizer/rules/index.examples.ts";

const built: { readonly sanitizeMessage: typeof sanitizeMessage } = await import(
  new URL("../packages/core/dist/sanitizer.js", import.meta.url).href
);

const examples = Object.values(EXAMPLES).flatMap(({ redacts, keeps }) => [...redacts, ...keeps]);
const texts = new Set([...loadCorpus().map(({ text }) => text), ...examples]);
const different = [...texts].filter(
  (text) => JSON.stringify(sanitizeMessage(text)) !== JSON.stringify(built.sanitizeMessage(text)),
);
for (const text of different.slice(0, 10)) process.stderr.write(`${JSON.stringify(text)}\n`);
process.stderr.write(`${texts.size} texts; the built sanitizer treats ${different.length} of them differently\n`);
process.exitCode = different.length === 0 ? 0 : 1;
