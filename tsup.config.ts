import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));

const entries = Object.entries<{ readonly "@uhp-errors/source"?: string }>(exports).flatMap(([name, conditions]) => {
  const file = conditions["@uhp-errors/source"];
  return file === undefined ? [] : [[name === "." ? "index" : name.slice(2), file]];
});

/** The declarations alone, of each entry in the working directory's `exports`; `scripts/build.ts` makes the JavaScript. */
export default defineConfig({
  entry: Object.fromEntries(entries),
  format: ["esm", "cjs"],
  // What the check of types remembers is of no use here.
  dts: { only: true, compilerOptions: { incremental: false } },
  external: [/^node:/],
});
