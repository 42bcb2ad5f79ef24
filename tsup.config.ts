import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm", "cjs"],
  target: "node20",
  platform: "neutral",
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  // Modules of Node's keep their prefix, by which bundlers and other runtimes know them.
  removeNodeProtocol: false,
  external: [/^node:/],
});
