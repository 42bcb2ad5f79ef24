import type { Kind } from "./finding.ts";
import type { Module } from "./module.ts";
import { dotted, isA, type Node } from "./syntax.ts";

export interface Library {
  readonly node: Node;
  readonly kind: Extract<Kind, "limiter" | "proxy" | "protocol">;
  readonly library: string;
  readonly note: string;
}

const LIMITER = "It answers 429 by itself. The contract replaces that answer.";
const SHEDDER = "It answers 503 by itself when the service is busy. The contract replaces that answer.";
const PROXY =
  "It passes on answers of another service. Keep its paths out with `appliesTo`, or let the contract replace its errors.";
const protocol = (name: string) => `Its clients read ${name}, not an envelope. Keep its paths out with \`appliesTo\`.`;

const LIBRARIES: readonly (readonly [module: RegExp, kind: Library["kind"], note: string])[] = [
  [
    /^(?:express-rate-limit|express-slow-down|@fastify\/rate-limit|koa-ratelimit|koa2-ratelimit|rate-limiter-flexible|hono-rate-limiter|@nestjs\/throttler|express-brute|@upstash\/ratelimit)$/,
    "limiter",
    LIMITER,
  ],
  [/^(?:@fastify\/under-pressure|overload-protection|toobusy-js|express-toobusy)$/, "limiter", SHEDDER],
  [
    /^(?:http-proxy|http-proxy-middleware|express-http-proxy|@fastify\/http-proxy|@fastify\/reply-from|koa-proxies|koa-proxy|httpxy|fast-proxy)$/,
    "proxy",
    PROXY,
  ],
  [/^@modelcontextprotocol\//, "protocol", protocol("JSON-RPC")],
  [/^(?:json-rpc-2\.0|jayson|jsonrpc-lite|express-json-rpc-router)$/, "protocol", protocol("JSON-RPC")],
  [
    /^(?:graphql-yoga|@apollo\/server|apollo-server.*|express-graphql|graphql-http|mercurius|@nestjs\/graphql|@as-integrations\/.*|@hono\/graphql-server)(?:\/|$)/,
    "protocol",
    protocol("GraphQL's `errors`"),
  ],
  [/^(?:@trpc\/server|@orpc\/server)(?:\/|$)/, "protocol", protocol("the errors of its own RPC")],
  [
    /^(?:oidc-provider|oauth2-server|@node-oauth\/.*|oauth2orize)(?:\/|$)/,
    "protocol",
    protocol("OAuth's `error` and `error_description`"),
  ],
  // Its other modules hash passwords, store sessions and call it. They answer no request.
  [
    /^better-auth(?:\/(?:minimal|node|next-js|svelte-kit|solid-start))?$/,
    "protocol",
    protocol("OAuth's `error` and `error_description`"),
  ],
  [/^(?:@tus\/server|tus-node-server)$/, "protocol", protocol("the statuses and headers of tus")],
  [/^(?:@feathersjs\/express|@feathersjs\/koa)$/, "protocol", protocol("Feathers' errors")],
  [
    /^(?:@nestjs\/terminus|@godaddy\/terminus|lightship)$/,
    "protocol",
    "It answers health checks: the body says which check is down. Keep its path out with `appliesTo`.",
  ],
  [/^(?:parse-server|verdaccio|express-pouchdb|s3rver|node-red)$/, "protocol", protocol("its own format")],
];

/** Lists such libraries, each at the place where a file first imports it. */
export function listLibraries({ nodes }: Module): readonly Library[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const name = loadedModule(node);
    if (name === undefined || seen.has(packageName(name))) return [];
    const found = LIBRARIES.find(([pattern]) => pattern.test(name));
    if (found === undefined) return [];
    seen.add(packageName(name));
    return [{ node, library: name, kind: found[1], note: found[2] }];
  });
}

export function packageName(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}

function loadedModule(node: Node): string | undefined {
  if (node.type === "ImportDeclaration") return node.importKind === "type" ? undefined : node.source.value;
  if (node.type !== "CallExpression") return undefined;
  const isLoading = node.callee.type === "Import" || dotted(node.callee) === "require";
  const [first] = node.arguments;
  return isLoading && isA(first, "StringLiteral") ? first.value : undefined;
}
