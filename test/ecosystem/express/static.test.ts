import { fileURLToPath } from "node:url";
import serveStatic, { type ServeStaticOptions } from "serve-static";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { RequestState, Setup } from "../support/setup.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const FILE = { path: "/hello.txt" };

/** A range of the long file. */
const range = (bytes: string, status = 206): RequestState => [
  { path: "/long.txt", headers: { Range: `bytes=${bytes}` }, status },
];

const REQUESTS: Readonly<Record<string, RequestState>> = {
  "a file": [FILE],
  "HEAD of a file": [{ ...FILE, method: "HEAD" }],
  "POST to a file": [{ ...FILE, method: "POST", status: 404 }],
  "an empty file": [{ path: "/empty.txt" }],
  "a JSON file": [{ path: "/data.json" }],
  "a name with an escape": [{ path: "/a%20name.txt" }],
  "an address that looks like one with a user": [{ path: "//todo@txt", status: 404 }],
  "a folder's page": [{ path: "/pages/" }],
  "a folder without its slash": [{ path: "/pages", status: 301 }],
  "a folder with a query": [{ path: "/pages?a=1", status: 301 }],
  "a folder that has no page": [{ path: "/", status: 404 }],
  "a hidden file": [{ path: "/.hidden", status: 404 }],
  "a missing file": [{ path: "/none.txt", status: 404 }],
  "a path that climbs out": [{ path: "/pages/../../package.json", status: 404 }],
  "a path that climbs out by escapes": [{ path: "/%2e%2e/%2e%2e/package.json", status: 404 }],
  "a path with a null byte": [{ path: "/a%00b", status: 404 }],
  "a path that cannot be decoded": [{ path: "/%ff", status: 404 }],
  "a path that is too long for a file": [{ path: `/${"a".repeat(5_000)}`, status: 404 }],
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
  "a precondition that holds": [{ ...FILE, headers: { "If-Match": "*" } }],
  "a first range": range("0-9"),
  "a last range": range("-9"),
  "a range without an end": range("4990-"),
  "a range past the end": range("4990-9999999"),
  "a range that lies outside": range("9999-", 416),
  "a range in another unit": [{ path: "/long.txt", headers: { Range: "lines=0-5" } }],
  "a malformed range": [{ path: "/long.txt", headers: { Range: "bytes=x" } }],
  "two ranges": [{ path: "/long.txt", headers: { Range: "bytes=0-1,4-5" } }],
  "a range of what has changed": [{ path: "/long.txt", headers: { Range: "bytes=0-9", "If-Range": '"other"' } }],
  OPTIONS: [{ ...FILE, method: "OPTIONS", status: 404 }],
};

/** The differences when requests are not passed on to the next middleware. */
const NO_FALLTHROUGH: Readonly<Record<string, number>> = {
  "POST to a file": 405,
  "a path that climbs out": 403,
  "a path that climbs out by escapes": 403,
  "a path with a null byte": 400,
  "a path that cannot be decoded": 400,
  OPTIONS: 405,
};

function setup(
  what: string,
  options: ServeStaticOptions,
  statuses: Readonly<Record<string, number>> = {},
): Setup<ExpressApp> {
  const requests = Object.entries(REQUESTS).map(([name, steps]): [string, RequestState] => [
    `${what}: ${name}`,
    steps.map((step) => ({ ...step, status: statuses[name] ?? step.status ?? 200 })),
  ]);
  return {
    library: "serve-static",
    mount: (app) => app.use(serveStatic(FILES, options)),
    requests: Object.fromEntries(requests),
  };
}

bothWays(EXPRESS_5, [
  setup("as it comes", {}),
  setup(
    "immutable",
    { immutable: true, maxAge: "1y", lastModified: false },
    { "what was not changed, by its date": 200 },
  ),
  setup("without fall-through", { fallthrough: false }, NO_FALLTHROUGH),
  setup(
    "without redirects and ranges",
    { redirect: false, acceptRanges: false, etag: false },
    {
      "a folder without its slash": 404,
      "a folder with a query": 404,
      "what was not changed, by its tag": 200,
      "a precondition that holds": 412,
      "a first range": 200,
      "a last range": 200,
      "a range without an end": 200,
      "a range past the end": 200,
      "a range that lies outside": 200,
    },
  ),
  setup(
    "hidden files and other names",
    { dotfiles: "allow", extensions: ["txt"], index: ["none.html", "hello.txt"] },
    {
      "a hidden file": 200,
      "a folder that has no page": 200,
      "a folder's page": 404,
    },
  ),
  setup("hidden files denied", { dotfiles: "deny" }),
]);
