import { fileURLToPath } from "node:url";
import serveStatic, { type ServeStaticOptions } from "serve-static";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { RequestState, Setup } from "../support/setup.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const FILE = { path: "/hello.txt" };

const range = (bytes: string, status: number): RequestState => [
  { path: "/long.txt", headers: { Range: `bytes=${bytes}` }, status },
];

const REQUESTS: Readonly<Record<string, RequestState>> = {
  "a file": [FILE],
  "HEAD of a file": [{ ...FILE, method: "HEAD" }],
  "POST to a file": [{ ...FILE, method: "POST", status: 404 }],
  "an empty file": [{ path: "/empty.txt" }],
  "a name with an escape": [{ path: "/a%20name.txt" }],
  "a folder's page": [{ path: "/pages/" }],
  "a folder without its slash": [{ path: "/pages", status: 301 }],
  "a folder that has no page": [{ path: "/", status: 404 }],
  "a hidden file": [{ path: "/.hidden", status: 404 }],
  "a missing file": [{ path: "/none.txt", status: 404 }],
  "a path that climbs out": [{ path: "/pages/../../package.json", status: 404 }],
  "a path with a null byte": [{ path: "/a%00b", status: 404 }],
  "a path that cannot be decoded": [{ path: "/%ff", status: 404 }],
  "a path that is too long for a file": [{ path: `/${"a".repeat(5_000)}`, status: 404 }],
  "what was not changed, by its tag": [
    FILE,
    { ...FILE, headers: (previous) => ({ "If-None-Match": previous?.headers["etag"] ?? "" }), status: 304 },
  ],
  "a precondition that fails": [{ ...FILE, headers: { "If-Match": '"other"' }, status: 412 }],
  "a first range": range("0-9", 206),
  "a range that lies outside": range("9999-", 416),
  OPTIONS: [{ ...FILE, method: "OPTIONS", status: 404 }],
};

/** The differences when requests are not passed on to the next middleware. */
const NO_FALLTHROUGH: Readonly<Record<string, number>> = {
  "POST to a file": 405,
  "a path that climbs out": 403,
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
  setup("without fall-through", { fallthrough: false }, NO_FALLTHROUGH),
  setup("hidden files denied", { dotfiles: "deny" }),
  setup(
    "another page",
    { index: ["none.html", "hello.txt"] },
    { "a folder that has no page": 200, "a folder's page": 404 },
  ),
]);
