import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { type Plugin, rolldown } from "rolldown";
import { VALIDATED } from "../conformance/drivers/driver.ts";
import { FOLDER } from "./installed.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The project's packages are bundled from their sources. */
const CONDITIONS = ["@uhp-errors/source", "import", "module", "default"];

const VALIDATE = here("../conformance/drivers/validate.ts");
const STATIC_FILE = here("../conformance/drivers/static-file.ts");

/**
 * Makes things that a runtime may be unable to make while it runs. Workers compile no code and read no files, so both happen in advance, as
 * for every Worker.
 */
const madeBefore: Plugin = {
  name: "made-before",
  load(id) {
    if (id === STATIC_FILE) {
      const text = readFileSync(here("../conformance/files/hello.txt"), "utf8");
      return { code: `export const HELLO = new TextEncoder().encode(${JSON.stringify(text)});`, moduleType: "js" };
    }
    if (id !== VALIDATE) return null;
    const ajv = new Ajv({ schemas: [{ ...VALIDATED, $id: "body" }], code: { source: true } });
    const code = standalone.default(ajv, { validate: "body" });
    return { code, moduleType: "js" };
  },
};

/** Replaces modules of Node that do not exist in a runtime. */
const without = (modules: RegExp): Plugin => ({
  name: "without",
  resolveId: (id) => (modules.test(id) ? here("program/without-node.ts") : null),
});

const fileOf = (name: string) => join(FOLDER, `program-${name}.mjs`);

/** The program as each runtime resolves its packages. There are two for Workers: one uses Node's modules, and one does not. */
export const PROGRAMS = {
  node: fileOf("node"),
  bun: fileOf("bun"),
  deno: fileOf("deno"),
  workers: fileOf("workers"),
  bare: fileOf("bare"),
} as const;

interface Way {
  readonly platform: "node" | "browser";
  readonly condition: string;
  /** Modules that the runtime has. */
  readonly external: RegExp[];
  /** Modules that it lacks. */
  readonly without?: RegExp;
}

const WAYS: Readonly<Record<keyof typeof PROGRAMS, Way>> = {
  node: { platform: "node", condition: "node", external: [/^node:/] },
  bun: { platform: "node", condition: "bun", external: [/^node:/] },
  deno: { platform: "node", condition: "deno", external: [/^node:/] },
  // Workers have a node:vm that does nothing.
  workers: { platform: "browser", condition: "workerd", external: [/^node:(?!vm$)/], without: /^node:vm$/ },
  bare: { platform: "browser", condition: "workerd", external: [], without: /^node:/ },
};

/** Bundles the program once for each runtime, into one file: cases, apps and libraries. */
export async function bundleProgram(): Promise<void> {
  for (const [name, file] of Object.entries(PROGRAMS)) {
    await bundleFor(name as keyof typeof PROGRAMS, here("program/main.ts"), file);
  }
}

/** Bundles a program into one file, as a runtime resolves its packages. */
export async function bundleFor(name: keyof typeof PROGRAMS, program: string, file: string): Promise<void> {
  const { platform, condition, external, without: absent } = WAYS[name];
  await bundle(program, file, platform, condition, external, absent === undefined ? [] : [without(absent)]);
}

/** Bundles source code that imports the project's packages into one file for any runtime, and returns the path. */
export async function bundleText(name: string, text: string): Promise<string> {
  const file = join(FOLDER, `${name}.mjs`);
  const source = here(`${name}.ts`);
  const virtual: Plugin = {
    name: "text",
    resolveId: (id) => (id === "text" ? source : null),
    load: (id) => (id === source ? { code: text, moduleType: "ts" } : null),
  };
  const input = await rolldown({
    input: "text",
    platform: "browser",
    plugins: [virtual],
    resolve: { conditionNames: CONDITIONS },
  });
  await input.write({ file, format: "esm", codeSplitting: false });
  await input.close();
  return file;
}

async function bundle(
  program: string,
  file: string,
  platform: "node" | "browser",
  condition: string,
  external: RegExp[],
  plugins: readonly Plugin[],
): Promise<void> {
  const input = await rolldown({
    input: program,
    platform,
    external,
    plugins: [...plugins, madeBefore],
    // The cases use only undici's errors, and the rest of undici loads only on Node.
    resolve: { conditionNames: [condition, ...CONDITIONS], alias: { undici: here("program/undici.ts") } },
  });
  await input.write({ file, format: "esm", codeSplitting: false });
  await input.close();
}
