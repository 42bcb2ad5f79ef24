import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The addresses of all modules that a package's entry loads, in a separate process. */
async function loadedBy(entry: string): Promise<readonly string[]> {
  const script = `import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      loaded.push(resolved.url);
      return resolved;
    } });
    await import(${JSON.stringify(entry)});
    process.stdout.write(JSON.stringify(loaded));`;
  const args = ["--conditions=@uhp-errors/source", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: HERE });
  return JSON.parse(stdout) as string[];
}

/** What `internal` loads, and so a client: the rooms of the part `light` in `scripts/build.ts`. */
const LIGHT = ["adapter", "codes", "http", "internal.ts", "redaction", "retry", "untrusted", "versions"];

/** Entries of core, and the folders that each may load from. `scripts/check-packages.ts` looks at the built files. */
const ENTRIES = [
  { entry: "adapter", rooms: ["adapter", "http", "untrusted"] },
  {
    entry: "adoption",
    rooms: [
      "adoption",
      "codes",
      "errors",
      "http",
      "pipeline",
      "recognize",
      "reports",
      "sanitizer",
      "untrusted",
      "versions",
    ],
  },
  { entry: "codes", rooms: ["codes", "versions", "untrusted"] },
  { entry: "databases", rooms: ["databases", "untrusted"] },
  { entry: "internal", rooms: LIGHT },
  { entry: "messages", rooms: ["messages", "untrusted"] },
  { entry: "retry", rooms: ["retry", "codes", "versions", "untrusted"] },
  { entry: "sanitizer", rooms: ["sanitizer", "untrusted"] },
];

test.each(ENTRIES)("@uhp-errors/core/$entry loads only $rooms", async ({ entry, rooms }) => {
  const loaded = await loadedBy(`@uhp-errors/core/${entry}`);
  const rest = loaded.filter((url) => !rooms.some((room) => url.includes(`/packages/core/src/${room}`)));
  expect(loaded).not.toEqual([]);
  expect(rest).toEqual([]);
});

test("@uhp-errors/core loads only its own files", async () => {
  const loaded = await loadedBy("@uhp-errors/core");
  expect(loaded).toContainEqual(expect.stringContaining("/packages/core/src/sanitizer/"));
  expect(loaded).not.toContainEqual(expect.stringContaining("/packages/core/src/adoption/"));
  expect(loaded.filter((url) => !url.includes("/packages/core/src/"))).toEqual([]);
});

test("a catalog needs no rule of the sanitizer, and no recognizer", async () => {
  const loaded = await loadedBy(new URL("../../../packages/core/src/catalog/catalog.ts", import.meta.url).href);
  const rooms = loaded.map((url) => /\/packages\/core\/src\/(\w+)\//.exec(url)?.[1]);
  expect([...new Set(rooms)].sort()).toEqual(["catalog", "codes", "errors", "http", "untrusted", "versions"]);
});

test("@uhp-errors/client loads what it needs of core, and neither the sanitizer nor a schema library", async () => {
  const loaded = await loadedBy("@uhp-errors/client");
  const allowed = ["/packages/client/src/", ...LIGHT.map((room) => `/packages/core/src/${room}`)];
  expect(loaded.filter((url) => !allowed.some((place) => url.includes(place)))).toEqual([]);
});

/** The parts of Node that take as long to load as an adapter. If a service uses one of them, its framework loads it. */
const HEAVY = /\/undici\/|http|\bzlib\b|\bstreams?\b|worker/;

/** All adapters except those for h3 and NestJS, whose frameworks load these parts. */
const ADAPTERS = ["express", "fastify", "hono", "koa", "mcp", "node", "otel", "web"];

test.each(ADAPTERS)("@uhp-errors/%s loads none of Node's larger modules", async (name) => {
  const script = `const before = new Set(process.moduleLoadList);
    await import("@uhp-errors/${name}");
    const loaded = process.moduleLoadList.filter((part) => !before.has(part));
    process.stdout.write(JSON.stringify(loaded));`;
  const args = ["--conditions=@uhp-errors/source", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: HERE });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded.filter((part) => HEAVY.test(part))).toEqual([]);
});
