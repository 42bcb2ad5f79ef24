import { fileURLToPath } from "node:url";
import Router from "@koa/router";
import type Koa from "koa";
import { koaBody } from "koa-body";
import compress from "koa-compress";
import serve from "koa-static";
import { bothWays } from "../support/both-ways.ts";
import { KOA_3 } from "../support/koa.ts";
import { file, form, text } from "../support/multipart.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { named, OWN_STATUS } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const STATIC: Setup<Koa> = {
  library: "koa-static",
  mount: (app) => app.use(serve(FILES)),
  requests: {
    "a file": [{ path: "/hello.txt" }],
    "HEAD of a file": [{ method: "HEAD", path: "/hello.txt" }],
    "POST to a file": [{ method: "POST", path: "/hello.txt", status: 404 }],
    "an empty file": [{ path: "/empty.txt" }],
    "a folder's page": [{ path: "/pages/" }],
    "a missing file": [{ path: "/none.txt", status: 404 }],
    "a path that cannot be decoded": [{ path: "/%ff", status: 400 }],
    "a path that climbs out": [{ path: "/../../package.json", status: 403 }],
    "a path with a null byte": [{ path: "/a%00b", status: 400 }],
    "a path that is too long for a file": [{ path: `/${"a".repeat(5_000)}`, status: 404 }],
  },
};

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
    requests: named(what, requests),
    differences: named(what, { "an error with a status": OWN_STATUS }),
  };
}

const BODY: Setup<Koa> = {
  library: "koa-body",
  mount: (app) => {
    app.use(koaBody({ multipart: true, formidable: { maxFileSize: 100 } }));
    app.use((context) => {
      const { originalFilename } = Object(context.request.files)["file"];
      context.body = { body: context.request.body as object, originalFilename };
    });
  },
  requests: {
    "an upload": [form([file("file", "a.txt", "hello"), text("name", "ada")])],
    "a file that is too large": [{ ...form([file("file", "a.txt", "x".repeat(101))]), status: 500 }],
  },
  differences: {
    "a file that is too large": { seen: ["status: 500 → 413"], why: "the contract knows whose fault it is" },
  },
};

bothWays(KOA_3, [
  STATIC,
  compressSetup("gzip", { threshold: 0, br: false }, { "Accept-Encoding": "gzip" }),
  compressSetup("brotli", {}, { "Accept-Encoding": "br" }),
  BODY,
]);
