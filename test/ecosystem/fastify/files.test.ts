import { fileURLToPath } from "node:url";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import files from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import { broken, file, form } from "../support/multipart.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { named, OTHER_METHOD } from "../support/styles.ts";
import { mountStyles, STYLE_DIFFERENCES, styleRequests } from "./styles.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const FILE = { path: "/hello.txt" };

const range = (bytes: string, status: number): RequestState => [
  { path: "/long.txt", headers: { Range: `bytes=${bytes}` }, status },
];

const STATIC: Setup<FastifyInstance> = {
  library: "@fastify/static",
  mount: async (app) => {
    await app.register(files, { root: FILES, dotfiles: "deny", redirect: true });
    app.get("/sent", (_request, reply) => reply.sendFile("hello.txt"));
    app.get("/sent-none", (_request, reply) => reply.sendFile("none.txt"));
    app.get("/download", (_request, reply) => reply.download("hello.txt", "other.txt"));
  },
  requests: {
    "a file": [FILE],
    "HEAD of a file": [{ ...FILE, method: "HEAD" }],
    "POST to a file": [{ ...FILE, method: "POST", status: 404 }],
    "an empty file": [{ path: "/empty.txt" }],
    "a folder without its slash": [{ path: "/pages", status: 301 }],
    "a hidden file": [{ path: "/.hidden", status: 403 }],
    "a missing file": [{ path: "/none.txt", status: 404 }],
    "a path that climbs out": [{ path: "/pages/../../package.json", status: 403 }],
    "a path that cannot be decoded": [{ path: "/%ff", status: 400 }],
    "what was not changed": [
      FILE,
      { ...FILE, headers: (previous) => ({ "If-None-Match": previous?.headers["etag"] ?? "" }), status: 304 },
    ],
    "a precondition that fails": [{ ...FILE, headers: { "If-Match": '"other"' }, status: 412 }],
    "a range": range("0-9", 206),
    "a range that lies outside": range("9999-", 416),
    "a file sent by a handler": [{ path: "/sent" }],
    "a missing file sent by a handler": [{ path: "/sent-none", status: 404 }],
    "a download": [{ path: "/download" }],
  },
};

/** A route for each file knows its methods; a route for every path does not. */
const LISTED: Setup<FastifyInstance> = {
  library: "@fastify/static",
  mount: (app) => app.register(files, { root: FILES, wildcard: false }),
  requests: {
    "a listed file": [FILE],
    "POST to a listed file": [{ ...FILE, method: "POST", status: 404 }],
    "a file that is not listed": [{ path: "/none.txt", status: 404 }],
  },
  differences: { "POST to a listed file": OTHER_METHOD },
};

function compressSetup(what: string, headers: Record<string, string>): Setup<FastifyInstance> {
  const brotli = headers["Accept-Encoding"] === "br";
  const requests: Record<string, RequestState> = {
    ...(brotli ? { "a large text": [{ path: "/fastify-a-large-text", headers }] } : styleRequests(headers)),
    "kept from compression": [{ path: "/kept", headers }],
    "compressed by hand": [{ path: "/by-hand", headers }],
    "a type that is not compressed": [{ path: "/picture", headers }],
  };
  // A compressor holds back the first half, after which the failure should come.
  delete requests["an answer that fails halfway"];
  return {
    library: "@fastify/compress",
    mount: async (app) => {
      await app.register(compress, { threshold: 0 });
      app.get("/kept", { compress: false }, () => "kept ".repeat(1_000));
      app.get("/by-hand", (_request, reply) => reply.type("text/plain").compress("by hand ".repeat(1_000)));
      app.get("/picture", (_request, reply) => reply.type("image/png").send(Buffer.alloc(2_000)));
      mountStyles(app);
    },
    requests: named(what, requests),
    differences: named(what, brotli ? {} : STYLE_DIFFERENCES),
  };
}

const UPLOADS: Setup<FastifyInstance> = {
  library: "@fastify/multipart",
  mount: async (app) => {
    await app.register(multipart, { limits: { fileSize: 100 } });
    app.post("/", async (request) => {
      const part = await request.file();
      return { name: part?.filename, size: (await part?.toBuffer())?.length };
    });
  },
  requests: {
    "one file": [form([file("file", "a.txt", "hello")])],
    "a file that is too large": [{ ...form([file("file", "a.txt", "x".repeat(101))]), status: 413 }],
    "a form that breaks off": [{ ...broken(), status: 500 }],
  },
  differences: {
    "a form that breaks off": { seen: ["status: 500 → 400"], why: "the contract knows whose fault it is" },
  },
};

bothWays(FASTIFY, [
  STATIC,
  LISTED,
  compressSetup("gzip", { "Accept-Encoding": "gzip" }),
  compressSetup("brotli", { "Accept-Encoding": "br" }),
  UPLOADS,
]);
