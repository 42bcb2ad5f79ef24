import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { readProject } from "./project.ts";

type Files = Readonly<Record<string, string>>;

function planned(files: Files, dependencies: Readonly<Record<string, string>> = {}) {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const manifest = JSON.stringify({ type: "module", dependencies });
  return planAdoption(readProject(sources, manifest, "acme"), { range: "^0.1.0", reportOnly: false, isTested: true });
}

/** Returns a file after the adoption, without its first lines that load something of this library. */
function installed(text: string, file = "main.ts"): string {
  const after = planned({ [file]: text }).changes.find((change) => change.file === file)?.after ?? text;
  const isOurs = (line: string) => /(?:from |require\()"(?:@uhp-errors\/\w+|\.\/error-contract(?:\.js)?)"/.test(line);
  return after
    .split("\n")
    .filter((line) => !isOurs(line))
    .join("\n");
}

/** Returns the service's own files that the adoption edits. */
function edited(files: Files): readonly string[] {
  return planned(files)
    .changes.map(({ file }) => file)
    .filter((file) => file in files);
}

const NO_APP = {
  changes: [],
  steps: [
    {
      file: "package.json",
      line: 1,
      says: "No app was found to install a contract on. docs/moving.md says how to do it by hand.",
    },
  ],
};

describe("finds the app that is made by", () => {
  test.each<readonly [load: string, make: string]>([
    ['import express from "express";', "express()"],
    ['import * as express from "express";', "express()"],
    ['import Koa from "koa";', "new Koa()"],
    ['import * as Koa from "koa";', "new Koa()"],
    ['import { Hono } from "hono";', "new Hono()"],
    ['import { Hono as Router } from "hono";', "new Router()"],
    ['import { OpenAPIHono } from "@hono/zod-openapi";', "new OpenAPIHono()"],
    ['import { H3 } from "h3";', "new H3()"],
    ['import { createFactory } from "hono/factory";', "createFactory().createApp()"],
    ['import { createFactory } from "hono/factory";\nconst factory = createFactory();', "factory.createApp()"],
    ['import express from "express";', "express() as App"],
    ["", 'require("express")()'],
    ["", 'new (require("koa"))()'],
  ])("%s %s", (load, make) => {
    const text = `${load}\nconst app = ${make};\n`;
    expect(installed(text)).toBe(`${text}install(app, contract);\n`);
  });

  test.each<readonly [load: string, make: string, after: string]>([
    ['import Fastify from "fastify";', "Fastify()", "Fastify(uhpServerOptions(contract))"],
    ['import * as Fastify from "fastify";', "Fastify()", "Fastify(uhpServerOptions(contract))"],
    ['import { fastify } from "fastify";', "fastify()", "fastify(uhpServerOptions(contract))"],
    ['import { Fastify } from "fastify";', "Fastify()", "Fastify(uhpServerOptions(contract))"],
    ['import Fastify from "fastify";', "Fastify({})", "Fastify({ ...uhpServerOptions(contract) })"],
    ['import Fastify from "fastify";', "Fastify({ a })", "Fastify({ a, ...uhpServerOptions(contract) })"],
    ['import Fastify from "fastify";', "Fastify(({ a }))", "Fastify(({ a, ...uhpServerOptions(contract) }))"],
    ['import Fastify from "fastify";', "Fastify(a)", "Fastify({ ...a, ...uhpServerOptions(contract) })"],
  ])("%s %s", (load, make, after) => {
    expect(installed(`${load}\nconst app = ${make};\n`)).toBe(
      `${load}\nconst app = ${after};\nawait app.register(uhp, { contract });\n`,
    );
  });

  test.each<readonly [load: string, make: string]>([
    ['import { Router as express } from "express";', "express()"],
    ['import { defaults } from "express";', "defaults()"],
    ['import { mydefault } from "express";', "mydefault()"],
    ['import { defaults } from "koa";', "new defaults()"],
    ['import { mydefault } from "koa";', "new mydefault()"],
    ['import { defaults } from "fastify";', "defaults()"],
    ['import { mydefault } from "fastify";', "mydefault()"],
    ['import express from "express";', "new express()"],
    ['import express from "express-ws";', "express()"],
    ['import express from "my-express";', "express()"],
    ['import express from "express";', "lib.express()"],
    ['import express from "express";', "other()"],
    ['import Koa from "koa";', "Koa()"],
    ['import Koa from "koa-router";', "new Koa()"],
    ['import Koa from "my-koa";', "new Koa()"],
    ['import { Koa } from "koa";', "new Koa()"],
    ['import Fastify from "fastify-plugin";', "Fastify()"],
    ['import Fastify from "my-fastify";', "Fastify()"],
    ['import { fastifyOf } from "fastify";', "fastifyOf()"],
    ['import { myFastify } from "fastify";', "myFastify()"],
    ['import { Hono } from "hono/tiny";', "new Hono()"],
    ['import { Hono } from "my-hono";', "new Hono()"],
    ['import { HonoRequest } from "hono";', "new HonoRequest()"],
    ['import { MyHono } from "hono";', "new MyHono()"],
    ['import { OpenAPIHono } from "@hono/zod-openapi/x";', "new OpenAPIHono()"],
    ['import { OpenAPIHono } from "x@hono/zod-openapi";', "new OpenAPIHono()"],
    ['import { MyOpenAPIHono } from "@hono/zod-openapi";', "new MyOpenAPIHono()"],
    ['import { OpenAPIHonoX } from "@hono/zod-openapi";', "new OpenAPIHonoX()"],
    ['import { H3 } from "h3/x";', "new H3()"],
    ['import { H3 } from "xh3";', "new H3()"],
    ['import { H3Event } from "h3";', "new H3Event()"],
    ['import { MyH3 } from "h3";', "new MyH3()"],
    ['import { createFactory } from "factory";', "createFactory().createApp()"],
    ['import { createFactory } from "hono/factory";', "createFactory().createHandlers()"],
    ['import { createFactory } from "hono/factory";', "lib.createFactory().createApp()"],
    ['import { createFactory } from "hono/factory";', "other.createApp()"],
    ['import { createFactory } from "hono/factory";', "createApp()"],
    ["", 'required("express")()'],
    ["", 'lib.require("express")()'],
    ["", 'require("express-ws")()'],
  ])("but not by %s %s", (load, make) => {
    expect(planned({ "main.ts": `${load}\nconst app = ${make};\n` })).toEqual(NO_APP);
  });
});

describe("installs the contract", () => {
  const EXPRESS = 'import express from "express";\n';
  test.each<readonly [where: string, before: string, after: string]>([
    ["after a variable", "let app = express();", "let app = express();\ninstall(app, contract);"],
    ["after an export", "export const app = express();", "export const app = express();\ninstall(app, contract);"],
    ["after an assignment", "app = express();", "app = express();\ninstall(app, contract);"],
    ["after that of a property", "a.app = express();", "a.app = express();\ninstall(a.app, contract);"],
    [
      "in a function",
      "function a() {\n    const app = express();\n}",
      "function a() {\n    const app = express();\n    install(app, contract);\n}",
    ],
    [
      "in the function that returns it",
      "function a() {\n\treturn express();\n}",
      "function a() {\n\tconst app = express();\n\tinstall(app, contract);\n\treturn app;\n}",
    ],
    [
      "in the function that returns it beside something of that name",
      "function a() {\n  go(app);\n  return express();\n}",
      "function a() {\n  go(app);\n  const baseApp = express();\n  install(baseApp, contract);\n  return baseApp;\n}",
    ],
    [
      "in the function that returns it beside two things of such names",
      "function a() {\n  go(app, baseApp);\n  return express();\n}",
      "function a() {\n  go(app, baseApp);\n  const contractApp = express();\n  install(contractApp, contract);\n  return contractApp;\n}",
    ],
    [
      "in the function that assigns and returns it",
      "const a = () => {\n  return (app = express());\n};",
      "const a = () => {\n  const baseApp = express();\n  install(baseApp, contract);\n  return (app = baseApp);\n};",
    ],
    [
      "after a list of variables",
      "const a = 1, app = express();",
      "const a = 1, app = express();\ninstall(app, contract);",
    ],
    [
      "after a list of assignments",
      "app = express(), server = createServer(app);",
      "app = express(), server = createServer(app);\ninstall(app, contract);",
    ],
    ["before it is passed on", "go(express());", "const app = express();\ninstall(app, contract);\ngo(app);"],
    [
      "first in the constructor of a class that begins with a variable",
      "class A {\n  app = express();\n  constructor() {\n    const a = 1;\n  }\n}",
      "class A {\n  app = express();\n  constructor() {\n    install(this.app, contract);\n    const a = 1;\n  }\n}",
    ],
    [
      "first in the constructor of a class that begins with an assignment",
      "class A {\n  app = express();\n  constructor() {\n    a = 1;\n  }\n}",
      "class A {\n  app = express();\n  constructor() {\n    install(this.app, contract);\n    a = 1;\n  }\n}",
    ],
    [
      "first in the constructor of a class that has it in a field",
      "class A {\n  private app = express();\n\n  constructor() {\n    this.app.use(a);\n  }\n}",
      "class A {\n  private app = express();\n\n  constructor() {\n    install(this.app, contract);\n    this.app.use(a);\n  }\n}",
    ],
    [
      "first in the constructor below another method",
      "class A {\n  app = express();\n  a() {\n    go();\n  }\n  constructor() {\n    super.a();\n  }\n}",
      "class A {\n  app = express();\n  a() {\n    go();\n  }\n  constructor() {\n    install(this.app, contract);\n    super.a();\n  }\n}",
    ],
    [
      "first in the constructor of its own class",
      "class A {\n  constructor() {\n    go();\n  }\n}\nclass B {\n  app = express();\n  constructor() {\n    go();\n  }\n}",
      "class A {\n  constructor() {\n    go();\n  }\n}\nclass B {\n  app = express();\n  constructor() {\n    install(this.app, contract);\n    go();\n  }\n}",
    ],
    [
      "after the constructor of the base class",
      "class A extends B {\n  app = express();\n  constructor() {\n    super();\n  }\n}",
      "class A extends B {\n  app = express();\n  constructor() {\n    super();\n    install(this.app, contract);\n  }\n}",
    ],
  ])("%s", (_where, before, after) => {
    expect(installed(`${EXPRESS}${before}\n`)).toBe(`${EXPRESS}${after}\n`);
  });

  test.each<readonly [what: string, source: string]>([
    ["is taken apart", "const { app } = express();"],
    ["is in a field of a class without a constructor", "class A { app = express(); }"],
    ["is in a field of the class itself", "class A { static app = express(); constructor() { go(); } }"],
    ["is in a field with a name that only the run shows", "class A { [app] = express(); constructor() { go(); } }"],
    ["is in a field of a class with an empty constructor", "class A { app = express(); constructor() {} }"],
    ["is made where all names for it are taken", "go(app, baseApp, contractApp, express());"],
    ["is made for each round of a loop", "while (go(express())) {}"],
    ["is only a key", "go({ [express()]: 1 });"],
    ["is made after another expression", "const app = (go(), express());"],
    ["is only an index", "go(a[express()]);"],
    ["gets a property", "express().a = b;"],
    ["is assigned by an arrow function", "go(() => (app = express()));"],
    ["is assigned under a condition", "a && (app = express());"],
    ["is made under a condition", "const app = a ? express() : b;"],
    ["is made beside what it may need", "const a = b, app = express(a).use(c);"],
    ["is made by an arrow function", "const make = () => express().use(a);"],
    ["is made inline for another one", 'other.use("/a", express().use(b));'],
    ["is in a branch without a block", "if (a) app = express();"],
    ["is returned in a branch without a block", "function a() { if (b) return express(); }"],
  ])("on no app that %s", (_what, source) => {
    expect(planned({ "main.ts": EXPRESS + source })).toEqual(NO_APP);
  });

  const LOADS = {
    express: EXPRESS,
    h3: 'import { H3 } from "h3";\n',
    hono: 'import { Hono } from "hono";\n',
    koa: 'import Koa from "koa";\n',
  };

  test.each<readonly [library: keyof typeof LOADS, before: string, make: string, name: string, after: string]>([
    ["koa", "const app = ", "new Koa()", "baseApp", ".use(a).use(b);\napp.listen(1);"],
    ["koa", "export const app = ", "new Koa()", "baseApp", "\n  .use(a)\n  .use(b);"],
    ["koa", "", "new Koa()", "app", ".use(a).listen(1);"],
    ["koa", "const server = ", "new Koa()", "app", ".use(a).listen(1);"],
    ["koa", "http.createServer(", "new Koa()", "app", ".use(a).callback()).listen(1);"],
    ["koa", "module.exports = ", "new Koa()", "app", ".use(a);"],
    ["hono", "const app = ", "new Hono<{ Bindings: A }>()", "baseApp", '.basePath("/a")\n  .get("/", b);'],
    ["hono", "export default ", "new Hono()", "app", '.get("/", a);'],
    ["hono", "serve({ fetch: ", "new Hono()", "app", '.get("/", a).fetch, port: 1 });'],
    ["h3", "export const app = ", "new H3()", "baseApp", '.use(a).get("/", b);'],
    ["express", "const app = ", "express()", "baseApp", ".use(a);"],
    ["express", "const { app } = expressWs(", "express()", "baseApp", ");"],
  ])("on the app at the head of a chain: %s %s%s", (library, before, make, name, after) => {
    expect(installed(`${LOADS[library]}${before}${make}${after}\n`)).toBe(
      `${LOADS[library]}const ${name} = ${make};\ninstall(${name}, contract);\n${before}${name}${after}\n`,
    );
  });

  test.each<readonly [before: string, after: string]>([
    [
      "const app = Fastify().withTypeProvider<A>();",
      "const app = Fastify(uhpServerOptions(contract)).withTypeProvider<A>();\nawait app.register(uhp, { contract });",
    ],
    [
      "const app = Fastify(a).withTypeProvider<A>().register(b);",
      "const baseApp = Fastify({ ...a, ...uhpServerOptions(contract) });\nawait baseApp.register(uhp, { contract });\nconst app = baseApp.withTypeProvider<A>().register(b);",
    ],
    [
      "await Fastify().register(a).listen({ port: 1 });",
      "const app = Fastify(uhpServerOptions(contract));\nawait app.register(uhp, { contract });\nawait app.register(a).listen({ port: 1 });",
    ],
    [
      "class A {\n  app = Fastify();\n  constructor() {\n    go();\n  }\n}",
      "class A {\n  app = Fastify(uhpServerOptions(contract));\n  constructor() {\n    this.app.register(uhp, { contract });\n    go();\n  }\n}",
    ],
    [
      "function make() {\n  return Fastify();\n}",
      "function make() {\n  const app = Fastify(uhpServerOptions(contract));\n  app.register(uhp, { contract });\n  return app;\n}",
    ],
    [
      "async function make() {\n  return Fastify();\n}",
      "async function make() {\n  const app = Fastify(uhpServerOptions(contract));\n  await app.register(uhp, { contract });\n  return app;\n}",
    ],
  ])("on the app at the head of a chain of Fastify: %s", (before, after) => {
    const load = 'import Fastify from "fastify";\n';
    expect(installed(`${load}${before}\n`)).toBe(`${load}${after}\n`);
  });

  test.each([
    "const app = new Koa().use(a);\napp.listen(1);",
    "new Koa().use(a).listen(1);",
    "createServer(new Koa().use(a).callback());",
    "export default new Koa().use(a);",
    "serve(new Koa().use(a));",
    "const app = (new Koa() as Koa).use(a);\napp.listen(1);",
  ])("on the app that is served, also at the head of a chain: %s", (serves) => {
    const other = `${LOADS.koa}export const other = new Koa().use(b);\n`;
    expect(edited({ "main.ts": `${LOADS.koa}${serves}\n`, "other.ts": other })).toEqual(["main.ts"]);
  });

  test.each<readonly [what: string, initApp: string, isAfter: boolean, more: string]>([
    ["that is written in its place", "(app) => {«\n    install(app, contract);»\n    app.use(a);\n  }", false, ""],
    ["of its file", "start", false, "function start(one) {«\n  install(one, contract);»\n  one.use(a);\n}\n"],
    ["but not one with an expression", "(app) => app.use(a)", true, ""],
    ["but not one that takes the app apart", "({ use }) => { use(a); }", true, ""],
    ["but not one that is not known", "start", true, ""],
  ])("in the function that Hono's factory calls, %s", (_what, initApp, isAfter, more) => {
    const after = isAfter ? "install(app, contract);\n" : "";
    const load = 'import { createFactory } from "hono/factory";\n';
    const text = `${load}${more}const app = createFactory({\n  initApp: ${initApp},\n}).createApp();\n`;
    expect(installed(text.replace(/«.*»/s, ""))).toBe(text.replaceAll(/[«»]/g, "") + after);
  });

  test.each<readonly [how: string, load: string, initApp: string]>([
    ["by name", 'import { start } from "./start.js";', "start"],
    ["by another name", 'import { start as begin } from "./start.js";', "begin"],
    ["by default", 'import start from "./start.js";', "start"],
  ])("in the function that Hono's factory calls, imported %s", (_how, load, initApp) => {
    const make = `import { createFactory } from "hono/factory";\n${load}\nconst app = createFactory({ initApp: ${initApp} }).createApp();\n`;
    const start = "export function start(one) {\n  one.use(a);\n}\nexport default start;\n";
    const files = { "main.ts": make, "start.ts": start };
    expect(edited(files)).toEqual(["start.ts"]);
    expect(planned(files).changes.find(({ file }) => file === "start.ts")?.after).toContain(
      "(one) {\n  install(one, contract);\n  one.use(a);\n}\n",
    );
  });

  test.each<readonly [how: string, initApp: string, more: string]>([
    ["that a function gets", "init", "make((app) => {«\n  install(app, contract);»\n  app.use(a);\n});\n"],
    [
      "that a function gets by its name",
      "init",
      "make(start);\nfunction start(one) {«\n  install(one, contract);»\n  one.use(a);\n}\n",
    ],
    [
      "that a function gets from another",
      "init",
      "build(1, (app) => {«\n  install(app, contract);»\n  app.use(a);\n});\nfunction build(name, start) { make(start); }\n",
    ],
  ])("in the function that Hono's factory calls, %s", (_how, initApp, more) => {
    const load = 'import { createFactory } from "hono/factory";\n';
    const text = `${load}function make(init) {\n  return createFactory({ initApp: ${initApp} }).createApp();\n}\n${more}`;
    expect(installed(text.replace(/«.*»/s, ""))).toBe(text.replaceAll(/[«»]/g, ""));
  });

  test("in the function that Hono's factory calls, which another file passes", () => {
    const make =
      'import { createFactory } from "hono/factory";\nexport function make(init) {\n  return createFactory({ initApp: init }).createApp();\n}\n';
    const main = 'import { make } from "./make.js";\nmake((app) => {\n  app.use(a);\n});\n';
    expect(edited({ "make.ts": make, "main.ts": main })).toEqual(["main.ts"]);
  });

  test("in the function that Hono's factory calls, passed on up to six times", () => {
    const passed = (times: number) => {
      const names = Array.from({ length: times }, (_, index) => `make${index}`);
      const passes = names.slice(1).map((name, index) => `function ${name}(init) {\n  make${index}(init);\n}\n`);
      const text = `import { createFactory } from "hono/factory";\nfunction make0(init) {\n  const app = createFactory({ initApp: init }).createApp();\n}\n${passes.join("")}${names.at(-1)}((app) => {\n  app.use(a);\n});\n`;
      return installed(text).includes("(app) => {\n  install(app, contract);\n");
    };
    expect([passed(1), passed(6), passed(7)]).toEqual([true, true, false]);
  });

  test.each<readonly [what: string, make: string, more: string]>([
    ["nothing calls", "function make(init) {", ""],
    ["is called with less", "function make(init) {", "make();\n"],
    ["is called as a method", "function make(init) {", "other.make((app) => {});\n"],
    ["calls itself", "function make(init) {\n  make(init);", "make(init);\n"],
    ["gets something else", "function make(other) {", "make((app) => {});\n"],
  ])("on the app where the function with Hono's factory %s", (_what, make, more) => {
    const load = 'import { createFactory } from "hono/factory";\n';
    const text = `${load}${make}\n  const app = createFactory({ initApp: init }).createApp();\n  return app;\n}\n${more}`;
    expect(installed(text)).toBe(text.replace("createApp();", "createApp();\n  install(app, contract);"));
  });

  const PARTS =
    'import { part } from "./part.js";\nconst seats = part();\nconst count = counted();\nconst app = part();\n';
  const MOUNTED = 'app.route("/seats", seats);\nexport default app;\n';
  test.each<readonly [what: string, maker: string]>([
    ["in a block", "export function part() {\n  return new Hono();\n}\n"],
    ["as an arrow function", "export const part = () => new Hono();\n"],
    ["with its type", "export function part() {\n  return new Hono() as Hono;\n}\n"],
  ])("on the whole, and not in the function that makes all parts of it, %s", (_what, maker) => {
    const files = { "main.ts": PARTS + MOUNTED, "part.ts": LOADS.hono + maker };
    expect(edited(files)).toEqual(["main.ts"]);
    const unserved = { ...files, "main.ts": `${PARTS}app.route("/seats", seats);\n` };
    expect(edited(unserved)).toEqual(["main.ts"]);
    for (const each of [files, unserved])
      expect(planned(each).changes.find(({ file }) => file === "main.ts")?.after).toContain(
        "const seats = part();\nconst count = counted();\nconst app = part();\ninstall(app, contract);\n",
      );
    const one = `${LOADS.hono}${maker.replace("export ", "")}const seats = part();\nconst app = part();\n${MOUNTED}`;
    expect(installed(one)).toBe(one.replace("const app = part();", "const app = part();\ninstall(app, contract);"));
  });

  test.each<readonly [what: string, main: string, part: string]>([
    [
      "is called once",
      PARTS.replace("const seats = part();\n", ""),
      `${LOADS.hono}export function part() {\n  return new Hono();\n}\n`,
    ],
    [
      "puts its app into a variable",
      PARTS,
      `${LOADS.hono}export function part() {\n  const one = new Hono();\n  return one;\n}\n`,
    ],
    ["makes an app of Express", PARTS, `${EXPRESS}export function part() {\n  return express();\n}\n`],
    [
      "has the name of another one",
      PARTS.replace("./part.js", "./other.js"),
      `${LOADS.hono}export function part() {\n  return new Hono();\n}\n`,
    ],
  ])("in a function that %s", (_what, main, part) => {
    expect(edited({ "main.ts": main, "part.ts": part, "other.ts": "export const part = 1;\n" })).toEqual(["part.ts"]);
  });

  test("on both served apps, also where one is in no variable", () => {
    const main = `${LOADS.hono}export default new Hono().get("/", a);\nother.use(cors());\n`;
    const other = `${EXPRESS}export const other = express();\nother.use(cors());\nother.listen(1);\n`;
    expect(edited({ "main.ts": main, "other.ts": other })).toEqual(["main.ts", "other.ts"]);
  });

  test("on the served app alone beside one in no variable", () => {
    const main = `${EXPRESS}go(express());\nexport default () => 1;\n`;
    const other = `${EXPRESS}const other = express();\nother.listen(1);\n`;
    expect(edited({ "main.ts": main, "other.ts": other })).toEqual(["other.ts"]);
  });

  test("on the app of one file where another one mounts its own of that name", () => {
    const main = `${EXPRESS}const app = express();\n`;
    expect(edited({ "main.ts": main, "other.ts": `${main}all.use(app);\n` })).toEqual(["main.ts"]);
  });

  test("on an app in no variable beside a function that is mounted", () => {
    const main = `${EXPRESS}go(express());\nall.use(() => {});\n`;
    const other = `${EXPRESS}export const other = express();\n`;
    expect(edited({ "main.ts": main, "other.ts": other })).toEqual(["main.ts", "other.ts"]);
  });

  test.each([
    ..."script scripts tool tools bench benchmark benchmarks example examples".split(" "),
    "packages/examples",
  ])("on no app in the folder %s", (folder) => {
    const app = `${EXPRESS}const app = express();\napp.listen(1);\n`;
    expect(edited({ "src/app.ts": app, [`${folder}/a.ts`]: app })).toEqual(["src/app.ts"]);
    expect(edited({ [`${folder}/a.ts`]: app })).toEqual([`${folder}/a.ts`]);
  });

  test.each(["my-scripts", "scripts-x", "benches", "toolset"])("on the app in the folder %s", (folder) => {
    const app = `${EXPRESS}const app = express();\napp.listen(1);\n`;
    expect(new Set(edited({ "src/app.ts": app, [`${folder}/a.ts`]: app }))).toEqual(
      new Set(["src/app.ts", `${folder}/a.ts`]),
    );
  });

  test.each([
    "app.listen(1);",
    "http.createServer(app);",
    "createServer({}, app);",
    "serve(app);",
    "export default app;",
    "export default { fetch: app.fetch };",
    "serve({ fetch: app.fetch });",
  ])("on the app that is served by %s", (serves) => {
    const other = `${EXPRESS}export const other = express();\n`;
    expect(edited({ "main.ts": `${EXPRESS}const app = express();\n${serves}\n`, "other.ts": other })).toEqual([
      "main.ts",
    ]);
  });

  test.each([
    "app.listens(1);",
    "server.listen(app);",
    "recreateServer(app);",
    "serveAll(app);",
    "serve(other);",
    "createServer(go, app.other);",
    "export default { app: app };",
    "export default other;",
    "use({ fetch: app });",
    "unserve(app);",
  ])("on each app where none is served, as by %s", (serves) => {
    const other = `${EXPRESS}export const other = express();\n`;
    expect(edited({ "main.ts": `${EXPRESS}const app = express();\n${serves}\n`, "other.ts": other })).toEqual([
      "main.ts",
      "other.ts",
    ]);
  });

  test.each(['app.route("/", part);', "app.use(part);", 'app.mount("/", part);', "app.register(part);"])(
    "on the app that mounts the other by %s",
    (mounts) => {
      const part = `${EXPRESS}const part = express();\nexport default part;\n`;
      const load = 'import part from "./part.js";\n';
      const main = `${EXPRESS}${load}export const app = express();\n${mounts}\n`;
      expect(edited({ "main.ts": main, "part.ts": part })).toEqual(["main.ts"]);
      const both = `${EXPRESS}const part = express();\nconst app = express();\n${mounts}\n`;
      expect(installed(both)).toContain("const part = express();\nconst app = express();\ninstall(app, contract);\n");
    },
  );

  test.each([
    "app.reuse(part);",
    "app.user(part);",
    "use(part);",
    "app.use(parts);",
    "app.remount(part);",
    "app.use(cors);",
  ])("on both apps where %s mounts none", (mounts) => {
    const load = 'import cors from "cors";\n';
    const both = `${EXPRESS}${load}const part = express();\nconst app = express();\n${mounts}\n`;
    expect(installed(both)).toContain(
      "const part = express();\ninstall(part, contract);\nconst app = express();\ninstall(app, contract);\n",
    );
  });

  test("on both apps where each mounts the other", () => {
    const both = `${EXPRESS}const one = express();\nconst other = express();\none.use(other);\nother.use(one);\n`;
    expect(installed(both)).toContain(
      "const one = express();\ninstall(one, contract);\nconst other = express();\ninstall(other, contract);\n",
    );
  });

  test.each<readonly [what: string, options: string, after: string]>([
    ["with imports", "{ imports: [A] }", "{ imports: [UhpModule.forRoot({ contract }), A] }"],
    ["with no imports in the list", "{ imports: [] }", "{ imports: [UhpModule.forRoot({ contract })] }"],
    ["without imports", "{ providers: [A] }", "{ imports: [UhpModule.forRoot({ contract })], providers: [A] }"],
    [
      "with imports in lines",
      "{\n  imports: [\n    A,\n  ],\n}",
      "{\n  imports: [\n    UhpModule.forRoot({ contract }),\n    A,\n  ],\n}",
    ],
  ])("in the root module of NestJS %s", (_what, options, after) => {
    const nest = (given: string) =>
      `import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Module(${given})\nclass Root {}\nawait NestFactory.create(Root);\n`;
    expect(installed(nest(options))).toBe(nest(after));
  });

  test("in the root module of NestJS that another file has", () => {
    const root = 'import { Module } from "@nestjs/common";\n@Module({ imports: [A] })\nexport class Root {}\n';
    const main =
      'import { NestFactory } from "@nestjs/core";\nimport { Root } from "./root.js";\nawait NestFactory.create(Root);\n';
    expect(edited({ "main.ts": main, "root.ts": root })).toEqual(["root.ts"]);
  });

  test("in the root module of the NestJS app that listens", () => {
    const nest = (rest: string) =>
      `import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Module({})\nclass Root {}\nconst app = await NestFactory.create(Root);\n${rest}`;
    const files = { "main.ts": nest("await app.listen(1);\n"), "seed.ts": nest("await app.get(Seeds).run();\n") };
    expect(edited(files)).toEqual(["main.ts"]);
    expect(edited({ ...files, "main.ts": nest("") })).toEqual(["main.ts", "seed.ts"]);
  });

  test("in the root module of NestJS under another name of the contract", () => {
    const nest =
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\nconst contract = 1;\n@Module({})\nclass Root {}\nawait NestFactory.create(Root);\n';
    expect(installed(nest)).toContain("@Module({ imports: [UhpModule.forRoot({ contract: errorContract })],})\n");
  });

  test.each<readonly [what: string, options: string, make: string]>([
    ["whose imports are in a variable", "@Module({ imports: all })", "NestFactory.create(Root)"],
    ["whose options are in a variable", "@Module(options)", "NestFactory.create(Root)"],
    ["with another decorator", "@Modules({ imports: [] })", "NestFactory.create(Root)"],
    ["of a microservice", "@Module({ imports: [] })", "NestFactory.createMicroservice(Root)"],
    ["of another factory", "@Module({ imports: [] })", "OtherFactory.create(Root)"],
    ["of another class", "@Module({ imports: [] })", "NestFactory.create(Other)"],
    ["of no class", "@Module({ imports: [] })", "NestFactory.create()"],
    ["without a decorator", "", "NestFactory.create(Root)"],
    ["below a class without a name", "export default class {}\n@Module(options)", "NestFactory.create(Root)"],
    ["with a decorator that is not called", "@Module", "NestFactory.create(Root)"],
    ["that no file has", 'import { Other } from "./other.js";\n@Module({})', "NestFactory.create(Other)"],
  ])("in no module of NestJS %s", (_what, decorator, make) => {
    expect(planned({ "main.ts": `${decorator}\nclass Root {}\nawait ${make};\n` })).toEqual(NO_APP);
  });

  const GO = "{ return go(request); }";
  test.each<readonly [before: string, after: string]>([
    ["export default { fetch: go };", "export default { fetch: uhp(contract, go) };"],
    [`export default { fetch(request) ${GO} };`, `export default { fetch: uhp(contract, (request) => ${GO}) };`],
    [
      `export default { async fetch(request) ${GO} };`,
      `export default { fetch: uhp(contract, async (request) => ${GO}) };`,
    ],
    [`export default { "fetch"(request) ${GO} };`, `export default { fetch: uhp(contract, (request) => ${GO}) };`],
    [`export default { fetch (request) ${GO} };`, `export default { fetch: uhp(contract, (request) => ${GO}) };`],
    ["export default { fetch };", "export default { fetch: uhp(contract, fetch) };"],
    ["Deno.serve({ handler });", "Deno.serve({ handler: uhp(contract, handler) });"],
    ["Bun.serve({ fetch: go });", "Bun.serve({ fetch: uhp(contract, go) });"],
    [`Bun.serve({ fetch(request) ${GO} });`, `Bun.serve({ fetch: uhp(contract, (request) => ${GO}) });`],
    ["Deno.serve(go);", "Deno.serve(uhp(contract, go));"],
    ["Deno.serve({ port: 1 }, go);", "Deno.serve({ port: 1 }, uhp(contract, go));"],
    ["Deno.serve({ handler: go });", "Deno.serve({ handler: uhp(contract, go) });"],
    ['import of from "honolulu";\nDeno.serve(go);', 'import of from "honolulu";\nDeno.serve(uhp(contract, go));'],
    ['import of from "my-hono";\nDeno.serve(go);', 'import of from "my-hono";\nDeno.serve(uhp(contract, go));'],
  ])("around the handler of %s", (before, after) => {
    expect(installed(`${before}\n`)).toBe(`${after}\n`);
  });

  test("around a handler, and imports what it needs", () => {
    const [change] = planned({ "main.ts": "Deno.serve(go);\n" }).changes.filter(({ file }) => file === "main.ts");
    expect(change?.after.split("\n").slice(0, 2)).toEqual([
      'import { uhp } from "@uhp-errors/web";',
      'import { contract } from "./error-contract.js";',
    ]);
  });

  test.each([
    "export default handler;",
    "export default { fetch() { return this.go(); } };",
    "export default { fetch() { return super.go(); } };",
    "export default { *fetch() { yield 1; } };",
    "export default { get fetch() { return go; } };",
    "export default { fetched() { return go; } };",
    "Bun.listen({ fetch: handler });",
    "Bun.serve(handler);",
    "Node.serve({ fetch: handler });",
    "Node.serve(handler);",
    "serve({ fetch: handler });",
    "Deno.serve({ port: 1 });",
    'import { Hono } from "hono";\nDeno.serve(handler);',
    'import { of } from "hono/tiny";\nDeno.serve(handler);',
    'import { of } from "h3";\nDeno.serve(handler);',
    'import of from "express";\nDeno.serve(handler);',
    'import of from "koa";\nDeno.serve(handler);',
    'import of from "fastify";\nDeno.serve(handler);',
  ])("around no handler of %s", (source) => {
    expect(planned({ "main.ts": `${source}\n` })).toEqual(NO_APP);
  });
});

describe("the paths of GraphQL", () => {
  const planOf = (rest: string) =>
    planned({
      "main.ts": `import express from "express";\nimport { createYoga } from "graphql-yoga";\nconst app = express();\n${rest}\n`,
    });
  const APPLIES = (path: string) => `appliesTo: ({ path }) => !/^\\/${path}(?:[/?]|$)/.test(path),`;

  test.each<readonly [rest: string, path: string]>([
    ...["use", "all", "get", "post", "on", "mount"].map(
      (method) => [`app.${method}("/graphql", createYoga());`, "graphql"] as const,
    ),
    ['app.use("/api/graph-ql_1.0", createYoga());', "api\\/graph-ql_1\\.0"],
    ...["/", "/*", "/**", "/*rest", "/{*rest}", "/:rest*", "/:rest+"].map(
      (any) => [`app.use("/api/graphql${any}", createYoga());`, "api\\/graphql"] as const,
    ),
    ['app.on(["GET", "POST"], "/graphql/*", createYoga());', "graphql"],
    ['app.use("/graphql", guard, createYoga());', "graphql"],
    ['app.use("/graphql", wrap(createYoga()));', "graphql"],
    ['const yoga = createYoga();\napp.use("/graphql", yoga);', "graphql"],
    ['const yoga = createYoga();\napp.use("/graphql", yoga.handler);', "graphql"],
    ['const yoga = createYoga();\napp.use("/graphql", yoga.handler());', "graphql"],
    ['const yoga = wrap(createYoga());\nconst other = yoga;\napp.use("/graphql", other);', "graphql"],
    ['app.use("/other", other);\napp.use("/graphql", createYoga());', "graphql"],
    ['(() => {})();\napp.use("/graphql", createYoga());', "graphql"],
    ['const a = b;\nconst b = a;\napp.use("/other", a);\napp.use("/graphql", createYoga());', "graphql"],
  ])("are left out: %s", (rest, path) => {
    const { changes, steps } = planOf(rest);
    expect(changes.find(({ file }) => file === "error-contract.ts")?.after).toContain(`\n  ${APPLIES(path)}\n`);
    expect(steps).toEqual([]);
  });

  test.each([
    "createYoga();",
    "app.use(createYoga());",
    'app.use("/", createYoga());',
    'app.use("graphql", createYoga());',
    'app.use("/graphql/:id", createYoga());',
    'app.use("/graphql*", createYoga());',
    'app.use("/*", createYoga());',
    'app.use("/graphql?a", createYoga());',
    "app.use(path, createYoga());",
    'app.reuse("/graphql", createYoga());',
    'app.gets("/graphql", createYoga());',
    'use("/graphql", createYoga());',
    'app.use("/graphql", other);',
    'app.use("/graphql", () => createYoga());',
    'app.use("/graphql", createYoga().handle);',
  ])("are left to the author: %s", (rest) => {
    const { changes, steps } = planOf(rest);
    expect(changes.find(({ file }) => file === "error-contract.ts")?.after).not.toContain("appliesTo");
    expect(steps).toEqual([
      {
        file: "main.ts",
        line: 2,
        says: "Leave the paths of graphql-yoga out by the option `appliesTo`: its clients read errors of their own.",
      },
    ]);
  });

  test("are left out if up to 1,000 variables lead to them", () => {
    const through = (count: number) => {
      const rest = Array.from({ length: count - 1 }, (_, index) => `const a${index + 1} = a${index};\n`);
      return planOf(`const a0 = createYoga();\n${rest.join("")}app.use("/graphql", a${count - 1});`).steps.length;
    };
    expect([through(1_000), through(1_001)]).toEqual([0, 1]);
  });

  test("are left out, together with those of another protocol", () => {
    const { changes } = planned({
      "main.ts":
        'import express from "express";\nimport { createYoga } from "graphql-yoga";\nimport { Server } from "@tus/server";\nconst app = express();\napp.use("/graphql", createYoga());\napp.use("/files", new Server());\napp.use("/graphql", createYoga());\n',
    });
    expect(changes.find(({ file }) => file === "error-contract.ts")?.after).toContain(
      `\n  ${APPLIES("(?:graphql|files)")}\n`,
    );
  });

  test.each(["@modelcontextprotocol/sdk/server/mcp.js", "json-rpc-2.0", "express-json-rpc-router"])(
    "stay in for %s, whose errors are those of JSON-RPC",
    (module) => {
      const { steps } = planned({
        "main.ts": `import express from "express";\nimport { a } from "${module}";\nconst app = express();\n`,
      });
      expect(steps).toEqual([]);
    },
  );
});

test.each<readonly [name: string, adapter: string, app: string, oldest: number]>([
  ["express", "express", 'import express from "express";\nconst app = express();\n', 4],
  ["koa", "koa", 'import Koa from "koa";\nconst app = new Koa();\n', 2],
  ["fastify", "fastify", 'import Fastify from "fastify";\nconst app = Fastify();\n', 4],
  ["hono", "hono", 'import { Hono } from "hono";\nconst app = new Hono();\n', 4],
  ["h3", "h3", 'import { H3 } from "h3";\nconst app = new H3();\n', 2],
  ["@nestjs/core", "nestjs", "@Module({})\nclass Root {}\nawait NestFactory.create(Root);\n", 11],
])("says that %s has to be updated if it is too old", (name, adapter, app, oldest) => {
  const says = `Update ${name} to version ${oldest} or later first. @uhp-errors/${adapter} needs it.`;
  expect(planned({ "main.ts": app }, { [name]: `${oldest - 1}.9.9` }).steps).toEqual([
    { file: "package.json", line: 1, says },
  ]);
  expect(planned({ "main.ts": app }, { [name]: `${oldest}.0.0` }).steps).toEqual([]);
});

test.each<readonly [file: string, contract: string]>([
  ["main.ts", "error-contract.ts"],
  ["main.mts", "error-contract.mts"],
  ["src/main.tsx", "src/error-contract.ts"],
  ["src/main.jsx", "src/error-contract.js"],
  ["main.cjs", "error-contract.cjs"],
])("writes the contract of %s into %s", (file, contract) => {
  const { changes } = planned({ [file]: 'import express from "express";\nconst app = express();\n' });
  expect(changes.filter(({ before }) => before === undefined).map((change) => change.file)).toEqual([contract]);
});
