import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../support/source-files.ts";

const packages = join(ROOT, "packages");

/** Leaves first: a file may import from its own unit and from those before it. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [
    "untrusted",
    "redaction",
    "versions",
    "codes",
    "http",
    "errors",
    "retry",
    "catalog",
    "messages",
    "sanitizer",
    "cleaning",
    "access",
    "recognize",
    "reports",
    "databases",
    "pipeline",
    "tasks",
    "stream",
    "adoption",
    "contract",
    "adapter",
    "internal.ts",
    "index.ts",
  ],
  node: ["builtin.ts", "written", "request", "interception", "response", "server", "internal.ts", "index.ts"],
};

/** What a published package may load at run time. Types of a framework belong to its peer dependency, and vanish in the build. */
const EXTERNAL: Readonly<Record<string, readonly RegExp[]>> = {
  core: [],
  node: [/^@uhp-errors\/core(?:\/adapter|\/internal)?$/, /^node:/],
  express: [/^@uhp-errors\/(?:(?:core|node)(?:\/internal)?|core\/adapter)$/, /^node:/],
  koa: [/^@uhp-errors\/(?:(?:core|node)(?:\/internal)?|core\/adapter)$/, /^node:/],
  // A name with `#` is a separate file, which the platform chooses.
  client: [/^@uhp-errors\/core\/(?:codes|internal|retry)$/, /^#default-fetch$/],
  testing: [
    /^@uhp-errors\/(?:(?:conformance|exports)\/internal|core(?:\/adapter|\/codes|\/internal)?|node)$/,
    /^node:/,
  ],
  fastify: [/^@uhp-errors\/(?:(?:core|node)(?:\/internal)?|core\/adapter)$/, /^node:/, /^fastify-plugin$/],
  nestjs: [
    /^@uhp-errors\/(?:(?:core|node)(?:\/internal)?|core\/adapter|express|fastify)$/,
    /^@nestjs\/(?:common|core)$/,
    /^node:/,
  ],
  web: [/^@uhp-errors\/core(?:\/adapter|\/internal)?$/],
  hono: [/^@uhp-errors\/(?:(?:core|web)(?:\/internal)?|core\/adapter)$/],
  h3: [/^@uhp-errors\/(?:(?:core|web)(?:\/internal)?|core\/adapter)$/, /^h3$/],
  mcp: [/^@uhp-errors\/(?:client|core(?:\/adapter|\/codes|\/internal)?)$/],
  exports: [/^@uhp-errors\/core(?:\/codes|\/internal|\/messages)?$/],
  conformance: [/^@uhp-errors\/core(?:\/codes|\/internal)?$/],
  otel: [/^@uhp-errors\/core(?:\/internal)?$/, /^@opentelemetry\/api$/],
  cli: [
    /^@uhp-errors\/(?:conformance|core|core\/codes|core\/internal|exports|testing)$/,
    /^node:/,
    /^commander$/,
    /^@babel\/parser$/,
    /^diff$/,
    /^picocolors$/,
  ],
};

function sources(name: string): string[] {
  return readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file))
    .sort();
}

function importsOf(name: string, file: string): string[] {
  const text = readFileSync(join(packages, name, "src", file), "utf8");
  return specifiersIn(text);
}

/** The modules that a source imports and exports from. Only line starts count, since a rule may look for the same words. */
function specifiersIn(text: string): string[] {
  const statements = text.matchAll(/^(?:import\b[^"\n]*|export\b[^"\n=]* from |\} from )"([^"]+)"/gm);
  return [...statements].map(([, specifier = ""]) => specifier);
}

/** The modules that a file still imports once its types are gone. */
function loadedBy(name: string, file: string): string[] {
  const text = readFileSync(join(packages, name, "src", file), "utf8").replace(/^(?:im|ex)port type [^;]*;$/gm, "");
  return specifiersIn(text);
}

/** The package that a specifier names, without the path inside it. */
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

const ADAPTERS = ["express", "koa", "fastify", "nestjs", "hono", "h3"];

const unit = (file: string) => file.split("/")[0] ?? "";

describe.each(Object.entries(LAYERS))("%s", (name, layers) => {
  const files = sources(name);

  test("has files in every layer, and none outside them", () => {
    expect([...new Set(files.map(unit))].sort()).toEqual([...layers].sort());
  });

  test.each(files)("%s imports downwards only", (file) => {
    const src = join(packages, name, "src");
    for (const specifier of importsOf(name, file).filter((imported) => imported.startsWith("."))) {
      const target = unit(relative(src, join(src, dirname(file), specifier)));
      const allowed = target === unit(file) || layers.indexOf(target) < layers.indexOf(unit(file));
      expect(allowed, `${file} imports ${specifier}`).toBe(true);
    }
  });
});

describe.each([
  "core",
  "node",
  "web",
  "client",
  "exports",
  "testing",
  "conformance",
  "cli",
  "mcp",
  "otel",
  ...ADAPTERS,
])("%s", (name) => {
  const manifest = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));

  test.each(sources(name))("%s loads only what is declared", (file) => {
    for (const specifier of loadedBy(name, file).filter((imported) => !imported.startsWith("."))) {
      expect(
        EXTERNAL[name]?.some((allowed) => allowed.test(specifier)),
        `${file} imports ${specifier}`,
      ).toBe(true);
    }
  });

  test("depends only on what it loads", () => {
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const imported = new Set(sources(name).flatMap((file) => importsOf(name, file)));
    const bare = [...new Set([...imported].map(packageOf))]
      .filter((specifier) => !/^(?:\.|#|node:)/.test(specifier) && !peers.includes(specifier))
      .sort();
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(bare);
  });

  test("can be tree-shaken, and runs on Node 20", () => {
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.engines.node).toBe(">=20");
  });
});

describe.each(["node", "web", ...ADAPTERS])("%s decides nothing", (name) => {
  /** The code without comments, since doc comments show what a user writes. */
  const codeOf = (file: string) =>
    readFileSync(join(packages, name, "src", file), "utf8").replace(/^\s*(?:\*|\/\*\*|\/\/).*$/gm, "");

  test.each(sources(name))("%s names neither a code nor a type of the contract", async (file) => {
    const { CODES, ERROR_TYPES } = await import("@uhp-errors/core");
    for (const word of [...Object.keys(CODES), ...Object.keys(ERROR_TYPES)]) {
      expect(codeOf(file).includes(`"${word}"`), `${file} names ${word}`).toBe(false);
    }
  });

  // Some file has to know what Node answers without a framework, and where successes end and errors begin.
  const OF_HTTP: Readonly<Record<string, readonly string[]>> = {
    "server/attach.ts": ["417", "405", "400"],
    "server/client-error.ts": ["408", "413", "431", "400"],
    // An expectation that Node meets itself.
    "server/observe-server.ts": ["100"],
    "written/status.ts": ["204", "200", "300", "400"],
    // The status with which Koa begins every response.
    "koa/request-context.ts": ["404"],
    "h3/answer.ts": ["400"],
    // The error that h3 makes for a route that returns the symbol for a missing one.
    "h3/observe.ts": ["404"],
    "fastify/request-context.ts": ["400"],
    "web/status.ts": ["100", "200", "300", "400", "204", "205", "304", "499"],
    // A response that shows how the runtime's class stores its parts.
    "web/held.ts": ["299"],
    // Hono's own answers where the contract does not apply.
    "hono/honos-own.ts": ["500", "404", "400"],
  };
  test.each(sources(name))("%s contains no status of a response", (file) => {
    const numbers = codeOf(file).match(/\b[1-5]\d\d\b/g) ?? [];
    const allowed = OF_HTTP[name === "node" ? file : `${name}/${file}`] ?? [];
    expect(numbers.filter((number) => !allowed.includes(number))).toEqual([]);
  });
});
