import { readFileSync } from "node:fs";
import type { RequestContext } from "@uhp-errors/core";
import { expect, test } from "vitest";

/** What a line of the page does with some requests: which it leaves out, and which the contract covers. */
interface Expected {
  readonly out: readonly string[];
  readonly covered: readonly string[];
}

const OAUTH = ["/authorize", "/token", "/register", "/revoke", "/.well-known/oauth-authorization-server"];

const LINES: readonly (readonly [name: string, expected: Expected])[] = [
  ["The MCP SDK's OAuth server", { out: OAUTH, covered: ["/tokens", "/v1/token", "/mcp", "/"] }],
  [
    "A server under a path of its own",
    { out: ["/oidc/token", "/oidc/.well-known/openid-configuration"], covered: ["/oidcs", "/v1"] },
  ],
  ["GraphQL", { out: ["/graphql"], covered: ["/graphql2", "/v1/graphql", "/"] }],
  ["tRPC", { out: ["/trpc/post.byId"], covered: ["/trpcs", "/v1"] }],
  ["SCIM", { out: ["/scim/v2/Users/7"], covered: ["/scims", "/v1/scim/v2"] }],
  ["S3", { out: ["http://s3.acme.example/bucket/key"], covered: ["http://api.acme.example/bucket/key"] }],
  ["CouchDB", { out: ["/db", "/db/", "/db/doc/7"], covered: ["/dbs", "/v1/db"] }],
  ["npm", { out: ["/npm/@acme%2fcore", "/npm/-/ping"], covered: ["/npms", "/v1"] }],
  [
    "git",
    {
      out: [
        "/acme/core.git/info/refs",
        "/acme/core/git-upload-pack",
        "/core/git-receive-pack",
        "/core/info/lfs/objects/batch",
      ],
      covered: ["/acme/core", "/v1/refs", "/v1/git-upload-pack/x"],
    },
  ],
  ["tus", { out: ["/files", "/files/24e533e"], covered: ["/filesystem", "/v1/files"] }],
  ["Health checks", { out: ["/health", "/healthz", "/livez", "/readyz/db"], covered: ["/healthy", "/v1/health"] }],
  ["Problem details", { out: ["/v0/orders"], covered: ["/v1/orders"] }],
];

const PAGE = readFileSync(new URL("../../docs/transports.md", import.meta.url), "utf8");

/** The value of `appliesTo` in each line of the page, by the bold words at the start of the line. */
const FOUND = new Map(
  [...PAGE.matchAll(/^- \*\*(.+?)\.?\*\*(?:(?!^- ).*\n)*?.*`(\((?:\{ path \}|request)\) => .+?)`/gm)].map(
    ([, name, code]) => [name, new Function(`return ${code};`)() as (request: RequestContext) => boolean],
  ),
);

/** A request for a path or for a URL. */
function requestTo(target: string, headers: Readonly<Record<string, string>> = {}): RequestContext {
  const { pathname, host } = new URL(target, "http://api.acme.example");
  return { method: "GET", path: pathname, header: (name) => ({ host, ...headers })[name] };
}

test.each(LINES)("the line for %s excludes what it should", (name, { out, covered }) => {
  const appliesTo = FOUND.get(name);
  expect(out.map((target) => appliesTo?.(requestTo(target)))).toEqual(out.map(() => false));
  expect(covered.map((target) => appliesTo?.(requestTo(target)))).toEqual(covered.map(() => true));
});

test("the line for pages decides by what the client asks for", () => {
  const appliesTo = FOUND.get("Pages");
  const asked = ["text/html,application/xhtml+xml", "application/json", "*/*"];
  expect(asked.map((accept) => appliesTo?.(requestTo("/x", { accept })))).toEqual([false, true, true]);
  expect(appliesTo?.(requestTo("/x"))).toBe(true);
});

test("each line of the page is tried", () => {
  expect([...FOUND.keys()]).toEqual([...LINES.map(([name]) => name), "Pages"]);
});
