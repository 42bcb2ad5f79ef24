import { fileURLToPath } from "node:url";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import files, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import { broken, file, form, text } from "../support/multipart.ts";
import type { Difference, RequestState, Setup } from "../support/setup.ts";
import { mountStyles, STYLE_DIFFERENCES, styleRequests } from "./styles.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const FILE = { path: "/hello.txt" };

const range = (bytes: string, status = 206): RequestState => [
  { path: "/long.txt", headers: { Range: `bytes=${bytes}` }, status },
];

const STATIC_REQUESTS: Readonly<Record<string, RequestState>> = {
  "a file": [FILE],
  "HEAD of a file": [{ ...FILE, method: "HEAD" }],
  "POST to a file": [{ ...FILE, method: "POST", status: 404 }],
  "an empty file": [{ path: "/empty.txt" }],
  "a name with an escape": [{ path: "/a%20name.txt" }],
  "a folder's page": [{ path: "/pages/" }],
  "a folder without its slash": [{ path: "/pages" }],
  "a hidden file": [{ path: "/.hidden" }],
  "a missing file": [{ path: "/none.txt", status: 404 }],
  "a path that climbs out": [{ path: "/pages/../../package.json", status: 403 }],
  "a path that climbs out by escapes": [{ path: "/%2e%2e/%2e%2e/package.json", status: 403 }],
  "a path that cannot be decoded": [{ path: "/%ff", status: 400 }],
  "what was not changed, by its tag": [
    FILE,
    { ...FILE, headers: (previous) => ({ "If-None-Match": previous?.headers["etag"] ?? "" }), status: 304 },
  ],
  "what was not changed, by its date": [
    FILE,
    {
      ...FILE,
      headers: (previous) => ({ "If-Modified-Since": previous?.headers["last-modified"] ?? "" }),
      status: 304,
    },
  ],
  "a precondition that fails": [{ ...FILE, headers: { "If-Match": '"other"' }, status: 412 }],
  "a first range": range("0-9"),
  "a last range": range("-9"),
  "a range that lies outside": range("9999-", 416),
  "a malformed range": [{ path: "/long.txt", headers: { Range: "bytes=x" }, status: 416 }],
  "a file sent by a handler": [{ path: "/sent" }],
  "a missing file sent by a handler": [{ path: "/sent-none", status: 404 }],
  "a download": [{ path: "/download" }],
};

const WRONG_METHOD: Difference = {
  seen: ["status: 404 → 405"],
  why: "the contract tells a wrong method from an unknown route",
};

function staticSetup(
  what: string,
  options: Partial<FastifyStaticOptions>,
  statuses: Readonly<Record<string, number>> = {},
): Setup<FastifyInstance> {
  const requests = Object.entries(STATIC_REQUESTS).map(([name, steps]): [string, RequestState] => [
    `${what}: ${name}`,
    steps.map((step) => ({ ...step, status: statuses[name] ?? step.status ?? 200 })),
  ]);
  return {
    library: "@fastify/static",
    mount: async (app) => {
      await app.register(files, { root: FILES, ...options } as FastifyStaticOptions);
      app.get("/sent", (_request, reply) => reply.sendFile("hello.txt"));
      app.get("/sent-none", (_request, reply) => reply.sendFile("none.txt"));
      app.get("/download", (_request, reply) => reply.download("hello.txt", "other.txt"));
    },
    requests: Object.fromEntries(requests),
    // A route for each file knows its methods; a route for every path does not.
    differences: options.wildcard === false ? { [`${what}: POST to a file`]: WRONG_METHOD } : {},
  };
}

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
    requests: Object.fromEntries(Object.entries(requests).map(([name, steps]) => [`${what}: ${name}`, steps])),
    differences: Object.fromEntries(
      Object.entries(brotli ? {} : STYLE_DIFFERENCES).map(([name, value]) => [`${what}: ${name}`, value]),
    ),
  };
}

const UPLOADS: Setup<FastifyInstance> = {
  library: "@fastify/multipart",
  mount: async (app) => {
    await app.register(multipart, { limits: { fileSize: 100, files: 1, fields: 2, fieldSize: 50 } });
    app.post("/buffer", async (request) => {
      const part = await request.file();
      return { name: part?.filename, size: (await part?.toBuffer())?.length };
    });
    app.post("/parts", async (request) => {
      const seen: string[] = [];
      for await (const part of request.parts()) {
        if (part.type === "file") await part.toBuffer();
        seen.push(part.type === "file" ? part.filename : `${part.fieldname}=${part.value}`);
      }
      return seen;
    });
  },
  requests: {
    "one file": [{ ...form([file("file", "a.txt", "hello")]), path: "/buffer" }],
    "a file and a field": [{ ...form([text("name", "ada"), file("file", "a.txt", "hello")]), path: "/parts" }],
    "no file": [{ ...form([]), path: "/buffer" }],
    "a body that is no form": [
      { method: "POST", path: "/buffer", headers: { "Content-Type": "application/json" }, body: "{}", status: 406 },
    ],
    "a file that is too large": [{ ...form([file("file", "a.txt", "x".repeat(101))]), path: "/buffer", status: 413 }],
    "too many files": [{ ...form([file("a", "a.txt", "1"), file("b", "b.txt", "2")]), path: "/parts", status: 413 }],
    "too many fields": [{ ...form([text("a", "1"), text("b", "2"), text("c", "3")]), path: "/parts", status: 413 }],
    "a name that no field may have": [{ ...form([text("__proto__", "1")]), path: "/parts", status: 400 }],
    "a form that breaks off": [{ ...broken(), path: "/parts", status: 500 }],
  },
  differences: {
    "a body that is no form": { seen: ["status: 406 → 400"], why: "the contract has one code for all invalid input" },
    "too many files": { seen: ["status: 413 → 400"], why: "the contract keeps 413 for what is too large" },
    "too many fields": { seen: ["status: 413 → 400"], why: "the contract keeps 413 for what is too large" },
    "a form that breaks off": { seen: ["status: 500 → 400"], why: "the contract knows whose fault it is" },
  },
};

bothWays(FASTIFY, [
  staticSetup("as it comes", {}),
  staticSetup(
    "denied",
    { dotfiles: "deny", redirect: true, cacheControl: false },
    {
      "a hidden file": 403,
      "a folder without its slash": 301,
    },
  ),
  staticSetup(
    "listed",
    { wildcard: false, dotfiles: "ignore", index: false, list: false },
    {
      "a folder's page": 404,
      "a folder without its slash": 404,
      "a hidden file": 404,
      "a path that climbs out": 404,
      "a path that climbs out by escapes": 404,
    },
  ),
  compressSetup("gzip", { "Accept-Encoding": "gzip" }),
  compressSetup("brotli", { "Accept-Encoding": "br" }),
  UPLOADS,
]);
