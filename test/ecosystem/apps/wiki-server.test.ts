import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import type { Express } from "express";
import { afterAll, beforeAll, vi } from "vitest";
import { listen } from "../support/listen.ts";
import { OTHER_METHOD } from "../support/styles.ts";
import { type AppStep, post } from "./support/app.ts";
import { threeWays } from "./support/three-ways.ts";

const { resolve } = createRequire(import.meta.url);
const SERVER = dirname(resolve("wiki-server/package.json"));
const CLIENT = dirname(resolve("wiki-client/package.json"));

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wiki-"));
  // The wiki finds its plugins in the folder in which the process runs.
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "a-wiki", version: "1.0.0", dependencies: {}, devDependencies: {} }),
  );
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.spyOn(console, "log").mockReturnValue();
  // The wiki logs its requests there.
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});

afterAll(() => {
  vi.restoreAllMocks();
  // The wiki may still be writing its index.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** A wiki that everyone may edit, with a page and a theme. */
async function start(contract: Contract | undefined) {
  const data = mkdtempSync(join(folder, "data-"));
  const pages = join(data, "pages");
  mkdirSync(join(data, "status", "theme"), { recursive: true });
  mkdirSync(join(data, "assets", "home"), { recursive: true });
  cpSync(join(SERVER, "default-data", "pages", "how-to-wiki"), join(pages, "how-to-wiki"));
  writeFileSync(join(pages, "torn"), "{");
  for (const [file, text] of [
    ["status/theme/own.css", "body {}"],
    ["assets/a.txt", "an asset"],
  ] as const) {
    writeFileSync(join(data, file), text);
    // Its `ETag` and `Last-Modified` depend on the time of the last change.
    utimesSync(join(data, file), 0, 0);
  }
  const { default: wiki } = await import("wiki-server");
  const options = {
    data,
    root: SERVER,
    client: join(CLIENT, "client"),
    url: "http://service.test",
    uploadLimit: "2kb",
  };
  const app: Express = await wiki({ ...options, cookieSecret: "not-a-real-secret", security_legacy: true, test: true });
  await once(app, "owner-set");
  if (contract !== undefined) install(app, contract);
  return listen(app, (server) => app.emit("running-serv", server));
}

const page = (title: string) => ({ title, story: [{ id: "1", type: "paragraph", text: "hello" }] });

const act = (slug: string, action: object, more: Partial<AppStep> = {}): AppStep => ({
  method: "PUT",
  path: `/page/${slug}/action`,
  form: { action: JSON.stringify(action) },
  ...more,
});

threeWays({
  library: "wiki-server",
  is: "a wiki with a JSON API, on Express",
  start,
  adoption: ["install(app, contract);"],
  keptOut: ['appliesTo: (request) => !request.header("accept")?.includes("text/html")'],
  differences: {
    "another method": OTHER_METHOD,
  },
  flow: {
    "the front page": { path: "/", status: 302 },
    "a page": { path: "/how-to-wiki.html" },
    "a page as data": { path: "/how-to-wiki.json" },
    "a page next to another": { path: "/view/welcome-visitors/view/how-to-wiki" },
    "a page that does not exist": { path: "/none.html", status: 404 },
    "a page that does not exist, for a browser": { path: "/none.html", headers: { Accept: "text/html" }, status: 404 },
    "data that does not exist": { path: "/none.json", status: 404 },
    "a new page": act("a-page", { type: "create", item: page("A page"), date: 1 }),
    "a page that exists": act("a-page", { type: "create", item: page("A page"), date: 2 }, { status: 409 }),
    "a paragraph more": act("a-page", {
      type: "add",
      after: "1",
      item: { id: "2", type: "paragraph", text: "more" },
      date: 3,
    }),
    "a paragraph that changes": act("a-page", {
      type: "edit",
      id: "2",
      item: { id: "2", type: "paragraph", text: "less" },
      date: 4,
    }),
    "another order": act("a-page", { type: "move", order: ["2", "1"], date: 5 }),
    "an order of unknown paragraphs": act("a-page", { type: "move", order: ["9"], date: 6 }, { status: 500 }),
    "an unknown action": act("a-page", { type: "burn", date: 7 }, { status: 500 }),
    "an action on a page that does not exist": act("none", { type: "remove", id: "1", date: 8 }, { status: 404 }),
    "an action that is no JSON": { ...act("a-page", {}), form: { action: "{" }, status: 500 },
    "no action": { ...act("a-page", {}), form: {}, status: 500 },
    "a form that is too large": {
      ...act("a-page", {}),
      form: { action: "x".repeat(3_000) },
      status: 413,
    },
    "a body that is no JSON": {
      method: "PUT",
      path: "/page/a-page/action",
      headers: { "Content-Type": "application/json" },
      body: "{",
      status: 400,
    },
    "the new page as data": { path: "/a-page.json" },
    "all pages": { path: "/system/slugs.json" },
    "the plugins": { path: "/system/plugins.json" },
    "the factories": { path: "/system/factories.json" },
    "a page that goes": { method: "DELETE", path: "/a-page.json" },
    "a page that is gone": { path: "/a-page.json", status: 404 },
    "the recycler": { path: "/recycler/system/slugs.json" },
    "a page from the recycler": { path: "/recycler/a-page.json" },
    "a page that was never recycled": { path: "/recycler/none.json", status: 404 },
    "the icon": { path: "/favicon.png" },
    "an icon that is sent": post("/favicon.png", {
      image: `data:image/png;base64,${Buffer.from("no image").toString("base64")}`,
    }),
    "an icon without an image": post("/favicon.png", {}, { status: 500 }),
    "the icon of another wiki": { path: "/remote/wiki.test/favicon.png", status: 302 },
    "a theme": { path: "/theme/own.css" },
    "a theme that does not exist": { path: "/theme/none.css", status: 404 },
    "the style that every theme has": { path: "/theme/style.css" },
    "an asset": { path: "/assets/a.txt" },
    "a part of an asset": { path: "/assets/a.txt", headers: { Range: "bytes=0-1" }, status: 206 },
    "a range that there is not": { path: "/assets/a.txt", headers: { Range: "bytes=99-" }, status: 416 },
    "an asset that does not exist": { path: "/assets/none.txt", status: 404 },
    "a folder of assets": { path: "/assets/home", status: 301 },
    "a proxy of another kind of file": { path: "/proxy/wiki.test/a.exe", status: 400 },
    "a page that cannot be read": { path: "/torn.json", status: 404 },
    "somebody else's wiki": { path: "/oops", status: 403 },
    "somebody else's wiki, for a browser": { path: "/oops", headers: { Accept: "text/html" }, status: 403 },
    "the client's script": { method: "HEAD", path: "/client.js" },
    "an address that does not exist": { path: "/no/where/at/all.txt", status: 404 },
    "another method": post("/how-to-wiki.json", {}, { status: 404 }),
    "an address that cannot be decoded": { path: "/assets/%ff", status: 404 },
  },
});
