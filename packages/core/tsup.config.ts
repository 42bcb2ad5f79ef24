import { defineConfig } from "tsup";
import shared from "../../tsup.config.ts";

/** Four entries. Each loads what it needs and nothing else, and they share their modules. */
export default defineConfig({
  ...shared,
  entry: {
    index: "src/index.ts",
    codes: "src/codes/index.ts",
    sanitizer: "src/sanitizer/index.ts",
    untrusted: "src/untrusted/index.ts",
  },
  splitting: true,
});
