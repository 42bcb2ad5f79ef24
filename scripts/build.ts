/**
 * Builds the package in the working directory: its JavaScript, as ES modules and as CommonJS, for each entry in `exports`.
 * `tsup` makes the declarations.
 */
import { readFileSync, rmSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { type Plugin, rolldown } from "rolldown";

const folder = process.cwd();
const source = join(folder, "src");

/**
 * The parts of core, each with its folders and files. The first match counts. Everything else is only needed by a
 * contract.
 */
const OF_CORE: readonly (readonly [part: string, files: RegExp])[] = [
  [
    "light",
    /^(?:versions|codes|untrusted|redaction|retry|http|adapter)\/|^internal\.ts$|^errors\/(?:envelope|error-object)\.ts$/,
  ],
  ["catalog", /^(?:errors|catalog)\//],
  ["sanitizer", /^sanitizer\//],
  ["databases", /^databases\//],
  ["adoption", /^adoption\//],
  ["messages", /^messages\//],
];

/** The files of the client that read errors, without sending requests. */
const READS = /^(?:body|bounds|checks|clock|detail|errors|parse|parse-kinds|retry-after|rule)\.ts$/;

/** The files of the client that are chosen by platform. */
const FETCHES = /^(?:browser|default)-fetch\.ts$/;

/**
 * The part of a package that a file belongs to. Each part is one module of the build, so that Node opens few files, and
 * a bundler drops parts that are not used.
 */
const PARTS: Readonly<Record<string, (file: string) => string>> = {
  core: (file) => OF_CORE.find(([, files]) => files.test(file))?.[0] ?? "contract",
  testing: (file) => (file.startsWith("mock-") ? "mock" : "main"),
  // Only the entry for clients loads the package of the client.
  mcp: (file) => (file === "client.ts" ? "read" : file === "error-key.ts" ? "key" : "main"),
  client: (file) => (FETCHES.test(file) ? file.slice(0, -".ts".length) : READS.test(file) ? "read" : "send"),
};

const partOf = PARTS[basename(folder)] ?? (() => "main");

/** Returns the entries of a package by name, each with its file: the public ones, and the package's own imports. */
function entries(): Readonly<Record<string, string>> {
  const { exports, imports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const own = JSON.stringify(imports).matchAll(/dist\/([\w-]+)\.js"/g);
  const sources = Object.entries<{ readonly "@uhp-errors/source"?: string }>(exports).flatMap(([name, conditions]) => {
    const file = conditions["@uhp-errors/source"];
    return file === undefined ? [] : [[name === "." ? "index" : name.slice(2), resolve(folder, file)]];
  });
  return Object.fromEntries([...sources, ...[...own].map(([, name = ""]) => [name, join(source, `${name}.ts`)])]);
}

const ENTRY = "\0entry:";

/** Makes a module for each entry that exports what the entry's file exports, and nothing that only other parts need. */
const facades: Plugin = {
  name: "facades",
  resolveId: (id) => (id.startsWith(ENTRY) ? { id, moduleSideEffects: false } : null),
  load: (id) => (id.startsWith(ENTRY) ? `export * from ${JSON.stringify(id.slice(ENTRY.length))};` : null),
};

rmSync(join(folder, "dist"), { recursive: true, force: true });
const input = Object.fromEntries(Object.entries(entries()).map(([name, file]) => [name, `${ENTRY}${file}`]));
const bundle = await rolldown({
  input,
  platform: "neutral",
  // Node's modules keep their prefix, by which bundlers and other runtimes recognize them.
  external: (id) => !(id.startsWith(".") || id.startsWith("/") || id.startsWith(ENTRY) || /^[A-Za-z]:/.test(id)),
  preserveEntrySignatures: "allow-extension",
  plugins: [facades],
  // Without this, the bundler keeps the name of a number from another module.
  optimization: { inlineConst: true },
  // The command has a file name in place of `import.meta` in CommonJS.
  checks: { emptyImportMeta: false },
});
for (const [format, ending] of [
  ["esm", "js"],
  ["cjs", "cjs"],
] as const) {
  await bundle.write({
    dir: join(folder, "dist"),
    format,
    strict: true,
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `parts/[name].${ending}`,
    minifyInternalExports: false,
    // The declarations have the docstrings. What remains is read as it is, in stack traces and debuggers, so there are no source maps.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      // The command also reads its own package.json, which is outside its sources.
      groups: [{ debugName: "parts", name: (id) => (id.startsWith(folder) ? partOf(fileOf(id)) : null) }],
    },
  });
}
await bundle.close();

function fileOf(id: string): string {
  return relative(source, id).replaceAll("\\", "/");
}
