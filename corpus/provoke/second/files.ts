import { each, file, type Loose, load, type Provocation } from "../javascript/tools.ts";
import { after, again, asJson, asQuotedBody, carried, chained, inOneLine, named, shown } from "./carry.ts";

const pug = load("pug");
const ejs = load("ejs");
const nunjucks = load("nunjucks");
const { cosmiconfig } = load("cosmiconfig");
const convict = load("convict");
const tar = load("tar");
const Zip = load("jszip");
const sqlite = load("node-sqlite3-wasm");
const { Liquid } = load("liquidjs");
const fastify = load("fastify")["default"] as Loose;
const express = load("express");
const { simpleGit } = load("simple-git");
const dotenv = load("dotenv");
const module = load("node:module");
const fs = load("node:fs");
const os = load("node:fs/promises");

const require = module.createRequire(import.meta.url);
const pluginOf = (content: string): string => file("plugins/rates.cjs", content);

const throwing = (): never => {
  throw new RangeError("rate of 119 % is out of range");
};

/** Messages that name files: of compilers, templates, archives, settings and servers. */
export const provocations: Provocation[] = [
  ...again("pug", {
    extends: [() => pug.renderFile(file("views/cart.pug", "extends layout\n")), { as: ["message", "json"] }],
    "words-syntax": [
      carried(() => pug.renderFile(file("views/list.pug", "ul\n  li= order.(\n")), named("mail")),
      { excerpt: true },
    ],
  }),
  ...again("ejs", {
    "include-missing": [
      () => ejs.renderFile(file("views/mail.ejs", '<%- include("parts/footer") %>'), {}),
      { as: ["message"], excerpt: true },
    ],
    "words-reference": [
      carried(() => ejs.renderFile(file("views/bill.ejs", "<p>\n<%= order.total %>\n</p>"), {}), named("bill")),
      { excerpt: true },
    ],
  }),
  ...again("nunjucks", {
    "missing-line": carried(
      () => new nunjucks.Environment(new nunjucks.FileSystemLoader("/srv/mail/views")).render("may.njk"),
      inOneLine(" | "),
    ),
  }),
  ...again("liquidjs", {
    "file-missing": [
      () => new Liquid({ root: "/srv/mail/liquid", extname: ".liquid" }).renderFile("welcome"),
      { as: ["message", "stack"] },
    ],
  }),
  ...again("cosmiconfig", {
    "module-throws": [
      () => cosmiconfig("labels").load(file("conf/labels.config.cjs", "module.exports = rates.de;\n")),
      { as: ["message", "stack"] },
    ],
    "words-empty": carried(() => cosmiconfig("labels").load("/etc/labels/rc.yaml"), named("labels")),
  }),
  ...again("convict", {
    "file-missing": carried(() => convict({}).loadFile("/etc/shop/prod.json"), asQuotedBody),
    "json-file": carried(() => convict({}).loadFile(file("conf/prod.json", "{a: }")), named("settings")),
  }),
  ...again("tar", {
    "words-missing": carried(() => tar.x({ file: "/data/releases/118.tgz" }), named("release")),
    "directory-line": carried(() => tar.c({ file: "/data/out.tgz", sync: true }, ["."]), inOneLine()),
  }),
  ...again("jszip", { "words-damaged": carried(() => Zip.loadAsync("PK no zip"), after("upload 118")) }),
  ...again("node-sqlite3-wasm", {
    "words-open": carried(() => new sqlite.Database("/data/shop/orders.db"), named("orders")),
    constraint: () => new sqlite.Database().exec("create table a(b check(b > 0)); insert into a values(0)"),
  }),
  ...again("fastify", {
    "static-error": async () => {
      const app = fastify();
      app.get("/report", () => os.readFile("/data/reports/may.csv"));
      return (await app.inject("/report")).body;
    },
    "hook-error": async () => {
      const app = fastify();
      app.addHook("onRequest", async () => throwing());
      app.setErrorHandler((error: Error, _: unknown, reply: Loose) =>
        reply.code(500).send({ error: error.message, stack: error.stack }),
      );
      return (await app.inject("/v1/rates")).body;
    },
    "prefix-type": () => fastify({ logger: { level: "loud" } }),
    "route-option": () => fastify().route({ url: "/a", method: "GET", schema: 7 }),
  }),
  ...again("express", {
    "listen-type": () => express().use("/rates"),
    "param-arity": () => express().param("id", 7),
    "render-line": carried(async () => {
      const app = express().set("views", "/srv/shop/views").set("view engine", "pug");
      await new Promise((_, reject) => app.render("invoice/de", {}, reject));
    }, inOneLine(" ")),
  }),
  ...again("simple-git", { "words-missing": carried(async () => simpleGit("/srv/git/labels"), named("deploy")) }),
  ...again("dotenv", {
    "vault-path": () => JSON.stringify(dotenv.config({ path: "/etc/shop/prod.env", quiet: true })["error"]),
  }),
  ...again("node", {
    ...each("plugin-throws", ["message", "stack"], (kind) => [
      () => require(pluginOf(`exports.rate = undefinedRate;\n// ${kind}\n`)),
      { as: [kind === "stack" ? "flat" : "message"] },
    ]),
    "require-json": carried(() => require(file("conf/tax.json", '{"de": 19,}')), shown("tax:")),
    "require-directory": carried(() => require("/srv/shop/lib"), asQuotedBody),
    "import-words": carried(() => import("/srv/shop/lib/tax.mjs" as string), named("tax")),
    "import-url": carried(() => import("file:///C:/shop/tax.mjs" as string), named("tax")),
    "import-host": carried(() => import("file://nas/share/tax.mjs" as string), chained),
    ...each(
      "windows-path",
      ["C:\\shop\\logs\\app.log", "D:\\Data\\May 2026\\out.csv", "\\\\nas01\\exports\\may.csv"],
      (path) => [
        carried(() => fs.readFileSync(path), after("export")),
        { paths: [path], hosts: path.startsWith("\\\\") ? ["nas01"] : [] },
      ],
    ),
    "glob-cwd": carried(() => os.readdir("/root/.config/rclone"), asJson),
    "home-path": [carried(() => os.readFile("~/.aws/credentials"), named("aws")), { paths: ["~/.aws/credentials"] }],
  }),
];
