import { afterAll, describe, expect, test } from "vitest";
import { installLineOf, pages, programsOf } from "../../../scripts/release/rehearsal/pages.ts";
import { type Packument, startRegistry } from "../../../scripts/release/rehearsal/registry.ts";
import { asCommonJs, isJavaScript } from "../../../scripts/release/rehearsal/try-program.ts";

describe("the registry of a rehearsal", async () => {
  const registry = await startRegistry();
  afterAll(() => registry.close());
  const put = (version: string, tag: string) => {
    const file = `core-${version}.tgz`;
    const body = {
      name: "@acme/core",
      "dist-tags": { [tag]: version },
      versions: { [version]: { dist: { tarball: `${registry.url}@acme/core/-/@acme/${file}` } } },
      _attachments: { [`@acme/${file}`]: { data: Buffer.from(`bytes of ${version}`).toString("base64") } },
    };
    return fetch(`${registry.url}@acme%2fcore`, { method: "PUT", body: JSON.stringify(body) });
  };

  test("gives what was published, and never takes a version twice", async () => {
    expect((await fetch(`${registry.url}@acme%2fcore`)).status).toBe(404);
    expect((await put("1.0.0", "latest")).status).toBe(201);
    expect((await put("1.0.0", "latest")).status).toBe(403);
    expect((await put("1.1.0", "next")).status).toBe(201);
    const packument = (await (await fetch(`${registry.url}@acme%2fcore`)).json()) as Packument;
    expect(packument["dist-tags"]).toEqual({ latest: "1.0.0", next: "1.1.0" });
    expect(Object.keys(packument.versions)).toEqual(["1.0.0", "1.1.0"]);
    expect(packument).not.toHaveProperty("_attachments");
    expect(await (await fetch(packument.versions["1.1.0"]?.dist.tarball ?? "")).text()).toBe("bytes of 1.1.0");
    expect(registry.published).toEqual(["@acme/core@1.0.0", "@acme/core@1.1.0"]);
  });
});

test("the page of every package says how to install it, and those of adapters have a whole program", () => {
  const own = pages().filter((page) => page.startsWith("packages/"));
  const silent = own.filter((page) => installLineOf(page) === undefined);
  expect(silent).toEqual([]);
  for (const name of ["express", "koa", "fastify", "hono", "h3", "web"]) {
    expect(programsOf(`packages/${name}/README.md`), name).not.toEqual([]);
  }
  expect(programsOf("README.md").some(({ code }) => code.includes("listen("))).toBe(true);
});

test("a program of the README has beside it what its reader has already", () => {
  const [program] = programsOf("README.md").filter(({ code }) => code.includes("listen("));
  expect(program?.install).toMatch(/^npm install @uhp-errors\/core @uhp-errors\/express/);
  expect(program?.beside).toEqual(["express", "@types/express"]);
});

test.each([
  ["no types", 'import a from "a";\nclass B extends a {}\na.get("/", (b) => b < 1 > 2);\n', true],
  ["types of an argument", "const a = (b: string) => b;", false],
  ["types of a call", 'app.get<{ Params: { id: string } }>("/notes/:id", () => {});', false],
  ["a decorator", "@Module({})\nclass A {}", false],
  ["an import of a type", 'import { type A, b } from "a";', false],
])("a program with %s", (_what, code, expected) => {
  expect(isJavaScript(code)).toBe(expected);
});

test.each([
  ["no await", 'import a from "a";\na();\n', 'import a from "a";\na();\n'],
  [
    "an await",
    'import a from "a";\nimport {\n  b,\n} from "b";\nawait a(b);',
    'import a from "a";\nimport {\n  b,\n} from "b";\n(async () => {\nawait a(b);\n})();\n',
  ],
])("a program with %s as CommonJS", (_what, code, expected) => {
  expect(asCommonJs(code)).toBe(expected);
});
