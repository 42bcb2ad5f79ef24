/**
 * Builds the package in the working directory: its JavaScript, as ES modules and as CommonJS, for each entry in `exports`.
 * `tsup` makes the declarations beside it.
 */
import { readFileSync, rmSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { withLateExpressions } from "./build/late-expressions.ts";
import { withoutExamples } from "./build/without-examples.ts";

const folder = process.cwd();
const source = join(folder, "src");

/** What of core reads and writes envelopes, which somebody may want without the rest of its room. */
const ENVELOPE = /^errors\/(?:envelope|error-object)\.ts$/;

/** Rooms of core that only a contract needs. */
const CONTRACT = /^(?:pipeline|tasks|stream)\//;

/** What of the client reads errors, without sending requests. */
const READS = /^(?:body|bounds|checks|clock|detail|errors|parse|parse-kinds|retry-after|rule)\.ts$/;

/** What of the client is chosen by the platform. */
const FETCHES = /^(?:browser|default)-fetch\.ts$/;

/**
 * The part of a package that a file belongs to. A part is one module of the build: a bundler drops those of which nothing is
 * used, whatever they do when they are loaded, and Node has few files to open.
 */
const PARTS: Readonly<Record<string, (file: string) => string>> = {
  core: (file) => (ENVELOPE.test(file) ? "envelope" : CONTRACT.test(file) ? "contract" : file.replace(/\/.*/s, "")),
  testing: (file) => (file.startsWith("mock-") ? "mock" : "main"),
  client: (file) => (FETCHES.test(file) ? file.slice(0, -".ts".length) : READS.test(file) ? "read" : "send"),
};

const partOf = PARTS[basename(folder)] ?? (() => "main");

/** The entries of a package by name, each with the file that it exports: what others import, and what the package itself does. */
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

/** Makes a module of each entry that exports what its file does, and nothing that only parts need of each other. */
const facades: Plugin = {
  name: "facades",
  resolveId: (id) => (id.startsWith(ENTRY) ? { id, moduleSideEffects: false } : null),
  load: (id) => (id.startsWith(ENTRY) ? `export * from ${JSON.stringify(id.slice(ENTRY.length))};` : null),
};

/** Of the rules, what is needed at run time, and when. */
const rules: Plugin = {
  name: "rules",
  transform: (code, id) =>
    /[\\/]sanitizer[\\/]rules[\\/]/.test(id)
      ? { code: withLateExpressions(id, withoutExamples(id, code)), map: null }
      : null,
};

/** The tarball has the sources too. */
const lightMaps: Plugin = {
  name: "light maps",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".map")) continue;
      const { sourcesContent: _, ...map } = JSON.parse(String(file.source));
      file.source = JSON.stringify(map);
    }
  },
};

rmSync(join(folder, "dist"), { recursive: true, force: true });
const input = Object.fromEntries(Object.entries(entries()).map(([name, file]) => [name, `${ENTRY}${file}`]));
const bundle = await rolldown({
  input,
  platform: "neutral",
  // Modules of Node's keep their prefix, by which bundlers and other runtimes know them.
  external: (id) => !(id.startsWith(".") || id.startsWith("/") || id.startsWith(ENTRY) || /^[A-Za-z]:/.test(id)),
  preserveEntrySignatures: "allow-extension",
  plugins: [facades, rules, lightMaps],
  // A bundler keeps the name of a number that stands in another module.
  optimization: { inlineConst: true },
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
    sourcemap: true,
    minifyInternalExports: false,
    // The declarations have the docstrings.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: "parts", name: (id) => (id.startsWith(source) ? partOf(fileOf(id)) : null) }],
    },
  });
}
await bundle.close();

function fileOf(id: string): string {
  return relative(source, id).replaceAll("\\", "/");
}
