import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../packages", import.meta.url));

/** Leaves first: a file may import from its own unit and from those above it. */
const CORE_LAYERS = [
  "wire.ts",
  "versions",
  "codes",
  "sanitize",
  "contract-error.ts",
  "catalog",
  "foreign",
  "fault.ts",
  "envelope.ts",
  "retry.ts",
  "contract",
  "index.ts",
];

/** What a published package may load at run time. */
const EXTERNAL: Readonly<Record<string, readonly RegExp[]>> = {
  core: [/^zod$/],
  express: [/^@uhp-errors\/core$/, /^node:/],
};

const MAX_LINES = 200;

function sources(name: string): string[] {
  const root = join(packages, name, "src");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file))
    .sort();
}

function importsOf(name: string, file: string): string[] {
  const text = readFileSync(join(packages, name, "src", file), "utf8");
  return [...text.matchAll(/(?:from|import) "([^"]+)"/g)].map(([, specifier = ""]) => specifier);
}

const unit = (file: string) => file.split("/")[0] ?? "";

describe("core", () => {
  const files = sources("core");

  test("has files in every layer, and none outside them", () => {
    expect([...new Set(files.map(unit))].sort()).toEqual([...CORE_LAYERS].sort());
  });

  test.each(files)("%s imports downwards only", (file) => {
    const root = join(packages, "core/src");
    for (const specifier of importsOf("core", file).filter((name) => name.startsWith("."))) {
      const target = unit(relative(root, join(root, dirname(file), specifier)));
      const allowed = target === unit(file) || CORE_LAYERS.indexOf(target) < CORE_LAYERS.indexOf(unit(file));
      expect(allowed, `${file} imports ${specifier}`).toBe(true);
    }
  });
});

describe.each(["core", "express"])("%s", (name) => {
  const manifest = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));

  test.each(sources(name))("%s is short and loads nothing that is not declared", (file) => {
    const lines = readFileSync(join(packages, name, "src", file), "utf8").split("\n").length - 1;
    expect(lines).toBeLessThanOrEqual(MAX_LINES);
    for (const specifier of importsOf(name, file).filter((imported) => !imported.startsWith("."))) {
      expect(
        EXTERNAL[name]?.some((allowed) => allowed.test(specifier)),
        `${file} imports ${specifier}`,
      ).toBe(true);
    }
  });

  test("depends on what it loads and on nothing else", () => {
    const loaded = new Set(sources(name).flatMap((file) => importsOf(name, file)));
    const bare = [...loaded].filter((specifier) => !/^(?:\.|node:)/.test(specifier)).sort();
    expect(Object.keys(manifest.dependencies).sort()).toEqual(bare);
  });

  test("can be shaken and runs on Node 20", () => {
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.engines.node).toBe(">=20");
  });
});

test("an adapter names no code and no type of the contract", async () => {
  const { CODES, ERROR_TYPES } = await import("@uhp-errors/core");
  for (const file of sources("express")) {
    const text = readFileSync(join(packages, "express/src", file), "utf8");
    for (const word of [...Object.keys(CODES), ...Object.keys(ERROR_TYPES)]) {
      // Doc comments show what a user writes; the code itself decides nothing.
      const code = text.replace(/^\s*(?:\*|\/\*\*|\/\/).*$/gm, "");
      expect(code.includes(`"${word}"`), `${file} names ${word}`).toBe(false);
    }
  }
});
