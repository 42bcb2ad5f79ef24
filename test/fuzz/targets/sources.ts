import fc from "fast-check";
import { planAdoption } from "../../../packages/cli/src/adopt/plan.ts";
import { type Project, readProject } from "../../../packages/cli/src/adopt/project.ts";
import { parseModule } from "../../../packages/cli/src/scan/module.ts";
import { SCAN_REPORTS } from "../../../packages/cli/src/scan/report.ts";
import { scanSources } from "../../../packages/cli/src/scan/scan.ts";
import { type Target, Violation } from "../target.ts";

interface Case {
  readonly form: keyof typeof FORMS;
  readonly framework: keyof typeof FRAMEWORKS;
  /** From the inside out. */
  readonly around: readonly (keyof typeof AROUND)[];
  readonly extension: (typeof EXTENSIONS)[number];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Parts to cut out. A negative length repeats what is before the place. */
  readonly damage: readonly (readonly [from: number, length: number])[];
  readonly ending: "\n" | "\r\n";
}

const EXTENSIONS = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx"] as const;

interface Framework {
  readonly imports: string;
  readonly manifest: object;
  /** The route, with a handler that has this body. */
  route(body: string): string;
}

const express = {
  imports: 'import express from "express";\nconst app = express();',
  manifest: { express: "^5.1.0" },
  route: (body: string) => `app.get("/orders/:id", async (req, res, next) => {\n${body}\n});`,
};

const FRAMEWORKS = {
  express,
  "express, required": { ...express, imports: 'const express = require("express");\nconst app = express();' },
  koa: {
    imports: 'import Koa from "koa";\nconst app = new Koa();',
    manifest: { koa: "^3.0.0" },
    route: (body: string) => `app.use(async (ctx, next) => {\nconst res = ctx.res;\n${body}\n});`,
  },
  fastify: {
    imports: 'import Fastify from "fastify";\nconst app = Fastify();',
    manifest: { fastify: "^5.0.0" },
    route: (body: string) => `app.get("/orders/:id", async (req, res) => {\n${body}\n});`,
  },
} as const satisfies Readonly<Record<string, Framework>>;

/** The message in each form. */
const SENTENCE = "The order has been closed";

/** Error responses and errors as people write them, with the status that the scan must see. */
const FORMS = {
  json: [500, `res.status(500).json({ error: "${SENTENCE}" });`],
  returned: [409, `return res.status(409).json({ message: "${SENTENCE}" });`],
  send: [404, `res.status(404).send("${SENTENCE}");`],
  "status alone": [403, "res.sendStatus(403);"],
  chain: [400, `res\n  .status(400)\n  .set("a", "b")\n  .json({ error: { message: "${SENTENCE}" } });`],
  "with comments": [500, `res /* the */ .status( 500 /* status */ ) . json( { error : "${SENTENCE}" } ) ;`],
  "two statements": [402, `res.status(402);\nres.json({ message: "${SENTENCE}" });`],
  "a template": [500, `res.status(500).json({ error: \`${SENTENCE}\` });`],
  "a constant": [404, `const wrong = 404;\nres.status(wrong).json({ error: "${SENTENCE}" });`],
  assigned: [500, `res.statusCode = 500;\nres.end("${SENTENCE}");`],
  "a status on an error": [410, `throw Object.assign(new Error("${SENTENCE}"), { status: 410 });`],
  "in parentheses": [500, `(res).status((500)).json(({ error: "${SENTENCE}" }));`],
  void: [500, `void res.status(500).json({ error: "${SENTENCE}" });`],
  condition: [404, `req.a || res.status(404).json({ error: "${SENTENCE}" });`],
  optional: [500, `res?.status(500)?.json({ error: "${SENTENCE}" });`],
  computed: [500, `res["status"](0x1f4)["json"]({ error: "${SENTENCE}" });`],
  awaited: [500, `(await res.status(500)).json({ error: "${SENTENCE}" });`],
  "kept for later": [500, `const later = res.status(500);\nlater.json({ error: "${SENTENCE}" });`],
  "in a loop": [500, `for (;;) res.status(500).json({ error: "${SENTENCE}" });`],
  "in a list": [500, `res.status(500), res.json({ error: "${SENTENCE}" });`],
  "a choice": [404, `req.a ? next() : res.status(404).json({ error: "${SENTENCE}" });`],
} as const satisfies Readonly<Record<string, readonly [status: number, source: string]>>;

/** What may surround a statement. */
const AROUND = {
  block: (body: string) => `{\n${body}\n}`,
  if: (body: string) => `if (req.a) {\n${body}\n}`,
  else: (body: string) => `if (req.a) {} else {\n${body}\n}`,
  try: (body: string) => `try {\n${body}\n} catch (error) {}`,
  catch: (body: string) => `try { await next(); } catch (error) {\n${body}\n}`,
  "catch without a name": (body: string) => `try { await next(); } catch {\n${body}\n}`,
  finally: (body: string) => `try {} finally {\n${body}\n}`,
  switch: (body: string) => `switch (req.a) { case 1: {\n${body}\n} default: }`,
  for: (body: string) => `for (const one of req.list ?? []) {\n${body}\n}`,
  "for await": (body: string) => `for await (const one of req.list) {\n${body}\n}`,
  while: (body: string) => `while (req.a) {\n${body}\nbreak;\n}`,
  do: (body: string) => `do {\n${body}\n} while (req.a);`,
  label: (body: string) => `outer: for (;;) {\n${body}\nbreak outer;\n}`,
  arrow: (body: string) => `const inner = async () => {\n${body}\n};\nawait inner();`,
  function: (body: string) => `async function inner() {\n${body}\n}\nawait inner();`,
  generator: (body: string) => `async function* inner() {\n${body}\nyield 1;\n}`,
  "called at once": (body: string) => `await (async () => {\n${body}\n})();`,
  callback: (body: string) => `setTimeout(async () => {\n${body}\n}, 1);`,
  "then of a promise": (body: string) => `await next().then(async () => {\n${body}\n}, (error) => {});`,
  method: (body: string) => `class Inner { async run() {\n${body}\n} }`,
  "private method": (body: string) => `class Inner { async #run() {\n${body}\n} static x = 1; }`,
  "object method": (body: string) => `const inner = { async run() {\n${body}\n} };`,
  "static block": (body: string) => `class Inner { static { (async () => {\n${body}\n})(); } }`,
  field: (body: string) => `class Inner { run = async () => {\n${body}\n}; }`,
} as const satisfies Readonly<Record<string, (body: string) => string>>;

/** Other code that sources may have. */
const OTHERS = [
  "const pattern = /[/]\\/\\$\\{/giu;",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
  "const text = `a ${`b ${1} c`} d`;",
  "// res.status(500).json({ error: 'not code' });",
  "/* throw new Error('x') */",
  "const late = a?.b?.[0]?.() ?? 1_000n;",
  "label: for (;;) { break label; }",
  "export const one = 1;",
  "export default async function handler(req, res) { res.json({ ok: true }); }",
  "class Lost extends Error { constructor(message) { super(message); this.status = 404; } }",
  "app.use((error, req, res, next) => { res.status(error.status || 500).json({ error: error.message }); });",
  "app.use((req, res) => { res.status(404).send('Not found'); });",
  "app.listen(3000);",
  "const {a: {b = 1, ...c} = {}, [`d`]: e} = x;",
  "const 名前 = '密码 😀 \\u{1F600}';",
  "let p = 1, q\n;[p, q] = [q, p]",
  "if (app) app(); else if (1) app(); else { app(); }",
  "var undefined_ = void 0; with_ = delete x.y;",
  "import('x').then(({ default: y }) => y);",
];

/** Code that only some kinds of files may have. */
const OF_TYPES = [
  "type A<T> = T extends infer U ? { [K in keyof U]?: U[K] } : never;",
  "enum Color { Red = 1, Blue = 'b' }",
  "declare module 'x' { export const y: number; }",
  "const cast = <T,>(x: T) => x as unknown as string;",
  "@decorated class Decorated { @field() name!: string; constructor(private readonly x: number) {} }",
];
const OF_JSX = ["const shown = <div a={1}>{app} &amp; <b /></div>;"];

const others = fc.array(fc.constantFrom(...OTHERS, ...OF_TYPES, ...OF_JSX), { maxLength: 4 });

/** Sources of services for `uhp-errors scan` and `uhp-errors adopt`. */
export const sources: Target<Case> = {
  cases: fc.record({
    form: fc.constantFrom(...keysOf(FORMS)),
    framework: fc.constantFrom(...keysOf(FRAMEWORKS)),
    around: fc.array(fc.constantFrom(...keysOf(AROUND)), { maxLength: 5 }),
    extension: fc.constantFrom(...EXTENSIONS),
    before: others,
    after: others,
    damage: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(2_000), fc.integer({ min: -20, max: 40 })), { maxLength: 3 }) },
    ),
    ending: fc.constantFrom("\n" as const, "\r\n" as const),
  }),
  start: async () => ({ attempt }),
};

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}

function attempt({ form, framework, around, extension, before, after, damage, ending }: Case): void {
  const { imports, manifest, route } = FRAMEWORKS[framework];
  const [status, planted] = FORMS[form];
  const body = around.reduce((inner: string, name) => AROUND[name](inner), planted);
  const fitting = (other: string) =>
    !(OF_TYPES.includes(other) && /js/.test(extension)) && !(OF_JSX.includes(other) && !/x$/.test(extension));
  // A name can be declared only once.
  const later = after.filter((other) => !before.includes(other));
  const parts = [imports, ...new Set(before), route(body), ...new Set(later), ""].filter(fitting);
  const whole = parts.join("\n").replaceAll("\n", ending);
  const text = damaged(whole, damage);
  const file = `src/app.${extension}`;
  const isRead = parses(file, text);
  const scan = scanSources([{ file, text }], "acme");
  for (const report of Object.values(SCAN_REPORTS)) report(scan);
  if (isRead && text === whole) {
    const line = 1 + whole.slice(0, whole.indexOf(ending + planted.replaceAll("\n", ending))).split("\n").length;
    const lines = planted.split("\n").length;
    const seen = scan.findings.some((one) => one.status === status && one.line >= line && one.line < line + lines);
    if (!seen) throw new Violation("a scan finds each error", `${form} in line ${line} of\n${whole}`);
  }
  const packages = JSON.stringify({ name: "shop", type: "module", dependencies: manifest }, undefined, 2);
  adoptTwice({ [file]: text, "package.json": `${packages}\n` }, isRead);
}

function damaged(text: string, damage: Case["damage"]): string {
  return damage.reduce((left, [from, length]) => {
    const at = from % (left.length + 1);
    return left.slice(0, at) + left.slice(Math.max(0, at + length));
  }, text);
}

function parses(file: string, text: string): boolean {
  try {
    return parseModule(file, text).mistakes.count === 0;
  } catch {
    return false;
  }
}

type Files = Readonly<Record<string, string>>;

function projectIn(files: Files): Project {
  const own = Object.entries(files).filter(([file]) => file !== "package.json");
  return readProject(
    own.map(([file, text]) => ({ file, text })),
    files["package.json"] ?? "{}",
    "acme",
  );
}

function isTested(files: Files): boolean {
  return Object.entries(files).some(([file, text]) => file !== "package.json" && text.includes("@uhp-errors/testing"));
}

/** What adoption writes must parse, and a second adoption must change nothing. */
function adoptTwice(files: Files, isRead: boolean): void {
  for (const reportOnly of [false, true]) {
    const plan = (given: Files) =>
      planAdoption(projectIn(given), { range: "^0.1.0", reportOnly, isTested: isTested(given) });
    const { changes } = plan(files);
    for (const { file, after } of changes) {
      if (isRead && file !== "package.json" && !parses(file, after)) {
        throw new Violation("adoption writes sources, once", `${file} does not parse:\n${after}`);
      }
    }
    const adopted = { ...files, ...Object.fromEntries(changes.map(({ file, after }) => [file, after])) };
    const again = plan(adopted).changes;
    const [first] = again;
    if (first !== undefined) {
      throw new Violation(
        "adoption writes sources, once",
        `${first.file} changes again:\n${first.before}\n→\n${first.after}`,
      );
    }
  }
}
