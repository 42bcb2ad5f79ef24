import { fileURLToPath } from "node:url";
import Router from "@koa/router";
import type Koa from "koa";
import { koaBody } from "koa-body";
import compress from "koa-compress";
import serve from "koa-static";
import { bothWays } from "../support/both-ways.ts";
import { KOA_3 } from "../support/koa.ts";
import { broken, file, form, text } from "../support/multipart.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { styleDifferences } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const { "an error with a status": WITH_STATUS } = styleDifferences();
const DIFFERENCES = WITH_STATUS === undefined ? {} : { "an error with a status": WITH_STATUS };

/** Files as koa-static sends them; koa-send knows no ranges. */
function staticSetup(
  what: string,
  options: serve.Options,
  statuses: Readonly<Record<string, number>> = {},
): Setup<Koa> {
  const requests: Readonly<Record<string, RequestState>> = {
    "a file": [{ path: "/hello.txt" }],
    "HEAD of a file": [{ method: "HEAD", path: "/hello.txt" }],
    "POST to a file": [{ method: "POST", path: "/hello.txt", status: 404 }],
    "an empty file": [{ path: "/empty.txt" }],
    "a folder's page": [{ path: "/pages/" }],
    "a folder without its slash": [{ path: "/pages" }],
    "a hidden file": [{ path: "/.hidden", status: 404 }],
    "a missing file": [{ path: "/none.txt", status: 404 }],
    "a name with an escape": [{ path: "/a%20name.txt" }],
    "a path that cannot be decoded": [{ path: "/%ff", status: 400 }],
    "a path that climbs out": [{ path: "/../../package.json", status: 403 }],
    "a path that climbs out by escapes": [{ path: "/%2e%2e/%2e%2e/package.json", status: 403 }],
    "a path with a null byte": [{ path: "/a%00b", status: 400 }],
    "a path that is too long for a file": [{ path: `/${"a".repeat(5_000)}`, status: 404 }],
    "a range, which koa-send does not know": [{ path: "/long.txt", headers: { Range: "bytes=0-9" } }],
  };
  return {
    library: "koa-static",
    mount: (app) => app.use(serve(FILES, options)),
    requests: Object.fromEntries(
      Object.entries(requests).map(([name, steps]) => [
        `${what}: ${name}`,
        steps.map((step) => ({ ...step, status: statuses[name] ?? step.status ?? 200 })),
      ]),
    ),
  };
}

function compressSetup(what: string, options: compress.CompressOptions, headers: Record<string, string>): Setup<Koa> {
  const own = (path: string): RequestState => [{ path, headers }];
  const requests: Record<string, RequestState> = {
    ...styleRequests(headers),
    "compressed by hand": own("/forced"),
    "kept from compression": own("/kept"),
    "a type that is not compressed": own("/picture"),
    "what is encoded already": own("/encoded"),
  };
  // The compressor holds back its output for a stream that waits.
  delete requests["events, each as it is written"];
  return {
    library: "koa-compress",
    mount: (app) => {
      app.use(compress(options));
      const router = new Router();
      router.get("/forced", (context) => {
        context.compress = true;
        context.type = "image/png";
        context.body = Buffer.alloc(2_000);
      });
      router.get("/kept", (context) => {
        context.compress = false;
        context.body = "hello ".repeat(1_000);
      });
      router.get("/picture", (context) => {
        context.type = "image/png";
        context.body = Buffer.alloc(2_000);
      });
      router.get("/encoded", (context) => {
        context.set("Content-Encoding", "identity");
        context.body = "hello ".repeat(1_000);
      });
      app.use(router.routes());
      mountStyles(app);
    },
    requests: Object.fromEntries(Object.entries(requests).map(([name, steps]) => [`${what}: ${name}`, steps])),
    differences: Object.fromEntries(Object.entries(DIFFERENCES).map(([name, value]) => [`${what}: ${name}`, value])),
  };
}

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

const post = (path: string, body: string, headers: Record<string, string>, status = 200): RequestState => [
  { method: "POST", path, body, headers, status },
];

/** The properties of a file from koa-body that are compared. */
interface Uploaded {
  readonly originalFilename: string | null;
  readonly size: number;
}

const BODY: Setup<Koa> = {
  library: "koa-body",
  mount: (app) => {
    const router = new Router();
    const say: Koa.Middleware = (context) => {
      const sent = context.request.files as Readonly<Record<string, Uploaded | Uploaded[]>> | undefined;
      const files = [sent?.["file"] ?? []].flat().map(({ originalFilename, size }) => [originalFilename, size]);
      context.body = { body: (context.request.body as unknown) ?? null, files };
    };
    router.post("/any", koaBody({ multipart: true, formidable: { maxFileSize: 100, maxFields: 2 } }), say);
    router.post("/small", koaBody({ jsonLimit: 50, formLimit: 50, textLimit: 50 }), say);
    router.post(
      "/own",
      koaBody({
        onError: (_error, context) => context.throw(422, "pg://svc:hunter2@db-1"),
      }),
      say,
    );
    app.use(router.routes());
  },
  requests: {
    "a JSON": post("/any", '{"a":1}', JSON_TYPE),
    "a form": post("/any", "a=1&b=2", FORM_TYPE),
    "a text": post("/any", "hello", { "Content-Type": "text/plain" }),
    "an upload": [{ ...form([file("file", "a.txt", "hello"), text("name", "ada")]), path: "/any" }],
    "no body": [{ method: "POST", path: "/any" }],
    "a JSON that breaks off": post("/any", '{"a":', JSON_TYPE, 400),
    "a JSON that is too large": post("/small", `{"a":"${"x".repeat(60)}"}`, JSON_TYPE, 413),
    "a form that is too large": post("/small", `a=${"x".repeat(60)}`, FORM_TYPE, 413),
    "an error that the service makes of it": post("/own", '{"a":', JSON_TYPE, 422),
    "a file that is too large": [{ ...form([file("file", "a.txt", "x".repeat(101))]), path: "/any", status: 500 }],
    "a form that breaks off": [{ ...broken(), path: "/any", status: 500 }],
  },
  differences: {
    "an error that the service makes of it": {
      seen: ["status: 422 → 400"],
      why: "the contract has one code for all invalid input",
    },
    "a file that is too large": { seen: ["status: 500 → 413"], why: "the contract knows whose fault it is" },
    "a form that breaks off": { seen: ["status: 500 → 400"], why: "the contract knows whose fault it is" },
  },
};

bothWays(KOA_3, [
  staticSetup("as it comes", {}),
  staticSetup("deferred", { defer: true, maxage: 1_000, hidden: true }, { "a hidden file": 200 }),
  staticSetup(
    "other names",
    { index: "hello.txt", extensions: ["txt"], hidden: false },
    { "a folder's page": 404, "a folder without its slash": 404 },
  ),
  compressSetup("gzip", { threshold: 0, br: false }, { "Accept-Encoding": "gzip" }),
  compressSetup("brotli", {}, { "Accept-Encoding": "br" }),
  BODY,
]);
