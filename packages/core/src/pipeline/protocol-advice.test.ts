import { describe, expect, test } from "vitest";
import type { RequestContext } from "../http/request-context.ts";
import { adviceIn, ProtocolAdvice } from "./protocol-advice.ts";
import { JSON_RPC, type Protocol, protocolOf } from "./protocols.ts";

function protocol(body: string, type?: string): Protocol {
  const found = protocolOf({ status: 400, body, header: () => type });
  if (found === undefined) throw new Error("no protocol");
  return found;
}

const COUCH = protocol('{"error":"not_found","reason":"missing"}');
const SCIM = protocol('{"schemas":["urn:ietf:params:scim:api:messages:2.0:Error"]}');
const PAGES = protocol("<h1>x</h1>", "text/html");

function request(path: string, route?: string, accept?: string): RequestContext {
  return {
    method: "GET",
    path,
    header: (name) => (name === "accept" ? accept : undefined),
    ...(route !== undefined && { route: () => route }),
  };
}

const lineFor = (which: Protocol, context: RequestContext) =>
  adviceIn(new ProtocolAdvice().first(which, context) ?? "")?.line;

describe("the advice to keep the responses of another protocol", () => {
  test.each<readonly [which: Protocol, path: string, route: string | undefined, line: string | undefined]>([
    [JSON_RPC, "/rpc", undefined, 'appliesTo: ({ path }) => path !== "/rpc"'],
    [JSON_RPC, "/rpc/", undefined, 'appliesTo: ({ path }) => !path.startsWith("/rpc/")'],
    [JSON_RPC, "/a/b.c~d@e-f_1", undefined, 'appliesTo: ({ path }) => path !== "/a/b.c~d@e-f_1"'],
    [JSON_RPC, "/", undefined, undefined],
    [JSON_RPC, "", undefined, undefined],
    [JSON_RPC, '/a"b', undefined, undefined],
    [JSON_RPC, "x/a", undefined, undefined],
    [JSON_RPC, `/${"a".repeat(200)}`, undefined, `appliesTo: ({ path }) => path !== "/${"a".repeat(200)}"`],
    [JSON_RPC, `/${"a".repeat(201)}`, undefined, undefined],
    [JSON_RPC, "/t/1/rpc", "/t/:id/rpc", 'appliesTo: ({ path }) => !path.startsWith("/t/")'],
    [JSON_RPC, "/t/1/rpc", "/t/rpc", 'appliesTo: ({ path }) => path !== "/t/rpc"'],
    [JSON_RPC, "/t/1", "/:id/x", 'appliesTo: ({ path }) => path !== "/t/1"'],
    [JSON_RPC, "/rpc", "*any", 'appliesTo: ({ path }) => path !== "/rpc"'],
    [JSON_RPC, "/t/1", "/", 'appliesTo: ({ path }) => path !== "/t/1"'],
    [COUCH, "/db/doc/1", undefined, 'appliesTo: ({ path }) => !path.startsWith("/db/")'],
    [COUCH, "/db", undefined, 'appliesTo: ({ path }) => path !== "/db"'],
    [SCIM, "/scim/Users/1", undefined, 'appliesTo: ({ path }) => !path.startsWith("/scim/")'],
  ])("is a line of code for %o at %s, route %s", (which, path, route, line) => {
    expect(lineFor(which, request(path, route))).toBe(line);
  });

  test("goes by what a browser asks for, if they are pages", () => {
    expect(lineFor(PAGES, request("/x", undefined, "text/html,*/*;q=0.8"))).toBe(
      'appliesTo: (request) => !request.header("accept")?.includes("text/html")',
    );
    expect(lineFor(PAGES, request("/x", undefined, "application/json"))).toBe(undefined);
    expect(lineFor(PAGES, request("/x"))).toBe(undefined);
  });

  test("names what was replaced", () => {
    const subject = (which: Protocol) =>
      adviceIn(new ProtocolAdvice().first(which, request("/x", undefined, "text/html")) ?? "")?.replaced;
    expect([JSON_RPC, PAGES].map(subject)).toEqual(["an answer of JSON-RPC 2.0", "an HTML page"]);
    expect(adviceIn("a code is not declared")).toBe(undefined);
  });

  test("is given once for each protocol and line", () => {
    const advice = new ProtocolAdvice();
    const given = [
      advice.first(COUCH, request("/db/1")),
      advice.first(COUCH, request("/db/2")),
      advice.first(JSON_RPC, request("/db/1")),
      advice.first(COUCH, request("/other/1")),
    ];
    expect(given.map((one) => one !== undefined)).toEqual([true, false, true, true]);
  });

  test("is given at most 200 times, because clients choose the paths", () => {
    const advice = new ProtocolAdvice();
    const given = Array.from({ length: 300 }, (_, index) => advice.first(JSON_RPC, request(`/${index}`)));
    expect(given.filter((one) => one !== undefined)).toHaveLength(200);
    expect(given[199]).toBeDefined();
  });
});
