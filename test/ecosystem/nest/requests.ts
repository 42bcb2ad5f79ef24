import type { NestParts } from "../support/nest.ts";
import type { Difference, RequestState, Setup } from "../support/setup.ts";
import { NODE_STYLES, pathOf, requestsFor, styleDifferences } from "../support/styles.ts";
import { FAILURES, STYLE_CONTROLLERS, STYLES } from "./styles.ts";

type Fields = Readonly<Record<string, string>>;

export type Platform = "express" | "fastify";

/** Statuses of the bare server that differ on Express. */
const ON_EXPRESS: Readonly<Record<string, number>> = { "a file that fails": 400, "a path that cannot be decoded": 404 };

/** Statuses of the bare server for HEAD requests: what would fail does not even start. */
const BY_HEAD: Readonly<Record<Platform, Readonly<Record<string, number>>>> = {
  express: { "a generator that fails at once": 200 },
  fastify: { "a generator that fails at once": 200, "a file that fails": 200 },
};

function styles(platform: Platform): [name: string, path: string, status: number][] {
  return Object.entries({ ...STYLES, ...FAILURES }).map(([name, { status = 200 }]) => [
    name,
    pathOf(name),
    (platform === "express" ? ON_EXPRESS[name] : undefined) ?? status,
  ]);
}

/** Requests for every style with GET, each to its own server. */
export function styleRequests(platform: Platform, headers: Fields = {}): Record<string, RequestState> {
  return {
    ...requestsFor(NODE_STYLES, headers),
    ...Object.fromEntries(styles(platform).map(([name, path, status]) => [name, [{ path, status, headers }]])),
    "an unknown route": [{ path: "/nowhere", status: 404, headers }],
    "a route of another method": [{ method: "DELETE", path: "/a-text", status: 404, headers }],
    "HTTP/1.0": [{ version: "1.0", path: "/a-text", headers }],
  };
}

/** Requests for what fails halfway. They do not work with a compressor, which holds back the first half. */
export function halfwayRequests(headers: Fields = {}): Record<string, RequestState> {
  const names = { "a file": "file", "a generator": "generator", "a web stream": "web-stream" };
  return Object.fromEntries(
    Object.entries(names).map(([name, path]) => [
      `${name} that fails halfway`,
      [{ path: `/half/${path}`, resume: "/half/resume", headers }],
    ]),
  );
}

/** Requests for every style with HEAD. */
export function headRequests(platform: Platform): Record<string, RequestState> {
  const requests = styles(platform).map(([name, path, bare]): [string, RequestState] => {
    const status = BY_HEAD[platform][name] ?? bare;
    return [`HEAD of ${name}`, [{ method: "HEAD", path, status }]];
  });
  return Object.fromEntries(requests);
}

/** Requests with bodies, and a path that cannot be decoded. */
export function bodyRequests(platform: Platform): Record<string, RequestState> {
  const post = { method: "POST", path: "/bodies" };
  const json = { "Content-Type": "application/json" };
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  return {
    "a body": [{ ...post, headers: json, body: '{"name":1}', status: 201 }],
    "a form": [{ ...post, headers: form, body: "a=1", status: 201 }],
    "no body": [{ ...post, status: 201 }],
    "a body that breaks off": [{ ...post, headers: json, body: "{", status: 400 }],
    "a body that is too large": [{ ...post, headers: json, body: JSON.stringify("x".repeat(1_100_000)), status: 413 }],
    "a path that cannot be decoded": [{ path: "/%ff", status: platform === "express" ? 404 : 400 }],
  };
}

/** What the contract changes on purpose for a file that cannot be read, on Express. */
export const FILE_THAT_FAILS: Difference = {
  seen: ["status: 400 → 500"],
  why: "the client is not at fault when a file cannot be read",
};

/** What the contract changes on purpose in the styles, with any library. */
export function differencesOf(platform: Platform): Readonly<Record<string, Difference>> {
  const { "a route of another method": OF_METHOD } = styleDifferences();
  return {
    ...(OF_METHOD && { "a route of another method": OF_METHOD }),
    ...(platform === "express" && { "a file that fails": FILE_THAT_FAILS }),
  };
}

/** Puts a prefix before the names of requests, or of differences. */
export function named<Value>(what: string, values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${what}: ${name}`, value]));
}

/** Every style after what `main.ts` adds. */
export function behind(
  platform: Platform,
  library: string,
  what: string,
  add: (parts: NestParts) => unknown,
  headers: Fields = {},
  more: Readonly<Record<string, RequestState>> = halfwayRequests(headers),
): Setup<NestParts> {
  return {
    library,
    mount: async (parts) => {
      await add(parts);
      parts.controllers.push(...STYLE_CONTROLLERS);
    },
    requests: named(what, { ...styleRequests(platform, headers), ...more }),
    differences: named(what, differencesOf(platform)),
  };
}
