/** Runs `server.ts`, or the given file: `run.ts before.ts`. Node cannot run decorators, so the file is compiled first. */
import { rolldown } from "rolldown";

const [file = "server.ts"] = process.argv.slice(2);
const compiled = new URL("node_modules/.compiled/service.mjs", import.meta.url);

const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: file,
  platform: "node",
  tsconfig: "tsconfig.json",
  // Only the file itself is compiled, with the helpers that decorators need.
  external: /^(?!@oxc-project\/)[\w@]/,
});
await bundle.write({ file: compiled.pathname, format: "esm" });

const { start } = (await import(compiled.href)) as typeof import("./server.ts");
const { url } = await start(Number(process.env["PORT"] ?? 3000));
process.stdout.write(`The document store listens on ${url}\n`);
