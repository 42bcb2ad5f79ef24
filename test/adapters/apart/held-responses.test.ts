import { getRequestListener } from "@hono/node-server";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import { listen } from "../../conformance/drivers/listen.ts";
import { acme } from "../../support/catalog.ts";
import { type Received, type Sent, send } from "../../support/http.ts";

// With its default settings, the listener replaces the classes Request and Response. Its responses hold their original arguments until they
// are read, and are sent several times faster than real ones.
const { Request: RealRequest, Response: RealResponse } = globalThis;

type Answer = (request: Request) => Response | Promise<Response>;

const reports: ErrorReport[] = [];
const contract = createContract(acme, { onError: (report) => reports.push(report) });
let answer: Answer = () => new Response();
const ours = uhp(contract, (request) => answer(request));
const observing = createContract(acme, { onError: (report) => reports.push(report), reportOnly: true });
const observed = uhp(observing, (request) => answer(request));
/** The response that the contract has returned to the listener. */
let left: unknown;
let servers: Readonly<Record<"bare" | "ours" | "observed", RunningDriver>>;

beforeAll(async () => {
  const under = (request: Request) => {
    const response = ours(request);
    left = response;
    return response;
  };
  servers = {
    bare: await listen(getRequestListener((request) => answer(request))),
    ours: await listen(getRequestListener(under)),
    observed: await listen(getRequestListener((request) => observed(request))),
  };
});

afterAll(async () => {
  Object.assign(globalThis, { Request: RealRequest, Response: RealResponse });
  await Promise.all(Object.values(servers).map((server) => server.close()));
});

function ask(which: keyof typeof servers, given: Answer, sent: Sent = {}): Promise<Received> {
  answer = given;
  reports.length = 0;
  return send(servers[which].url, sent);
}

/** Whether a response still holds its original arguments. */
async function holds(promised: unknown): Promise<boolean> {
  const response = (await promised) as Readonly<Record<symbol, unknown>>;
  return Object.getOwnPropertySymbols(response).some((name) => Array.isArray(response[name]));
}

/** Header fields without the date, the contract's two, and those that say where the body ends. */
function fields({ rawHeaders }: Received): string[] {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[at + 1]}`] : [],
  );
  return lines
    .filter((line) => !/^(?:date|content-length|transfer-encoding|uhp-version|x-request-id):/.test(line))
    .sort();
}

const ENVELOPE = {
  error: { type: "invalid_request_error", code: "session_expired", message: "Over.", param: null, detail: null },
};
const SECRET = "postgres://u:hunter2@10.0.0.5/x";

describe("a success", () => {
  test.each<readonly [what: string, answer: Answer, isHeld: boolean]>([
    ["of JSON", () => Response.json({ id: 1 }), true],
    ["of JSON, later", async () => Response.json({ id: 1 }), true],
    ["of text with headers", () => new Response("<p>", { headers: { "Content-Type": "text/html", "X-A": "1" } }), true],
    ["with headers of another kind", () => new Response("x", { headers: new Headers({ "X-A": "1" }) }), true],
    [
      "with cookies",
      () =>
        new Response("x", {
          headers: [
            ["Set-Cookie", "a=1"],
            ["Set-Cookie", "b=2"],
          ],
        }),
      true,
    ],
    ["without a body", () => new Response(null, { status: 204 }), true],
    ["that redirects", () => Response.redirect("https://acme.example/", 303), true],
    [
      "with headers set later",
      () => {
        const r = new Response("x");
        r.headers.set("X-A", "1");
        return r;
      },
      true,
    ],
    ["of bytes", () => new Response(new Uint8Array([1, 2, 3])), true],
    ["of a stream", () => new Response(new Blob(["streamed"]).stream()), false],
    [
      "that was looked at",
      () => {
        const r = Response.json({});
        void r.body;
        return r;
      },
      false,
    ],
  ])("%s gets two headers and stays as it is", async (_what, given, isHeld) => {
    const bare = await ask("bare", given);
    const under = await ask("ours", given);
    expect([under.status, under.reason, fields(under), under.body]).toEqual([
      bare.status,
      bare.reason,
      fields(bare),
      bare.body,
    ]);
    if (isHeld) expect(under.headers["content-length"]).toBe(bare.headers["content-length"]);
    expect(under.headers).toMatchObject({ "uhp-version": "2026-10-04", "x-request-id": expect.any(String) });
    if (isHeld) expect(await holds(left)).toBe(true);
    expect(reports).toEqual([]);
  });
});

describe("an error", () => {
  test.each<readonly [what: string, answer: Answer, status: number, code: string]>([
    ["that is an envelope in a success", () => Response.json(ENVELOPE), 404, "session_expired"],
    [
      "that is thrown",
      () => {
        throw acme.error("file_not_found");
      },
      404,
      "file_not_found",
    ],
    ["that is rejected", () => Promise.reject(new Error(SECRET)), 500, "acme_internal_error"],
    [
      "that is thrown as a response",
      () => Promise.reject(new Response(SECRET, { status: 404 })),
      404,
      "acme_not_found",
    ],
    [
      "that was answered inside",
      (request) =>
        uhp(contract, () => {
          throw acme.error("file_not_found");
        })(request),
      404,
      "file_not_found",
    ],
  ])("%s is answered once", async (_what, given, status, code) => {
    const received = await ask("ours", given);
    expect([received.status, JSON.parse(received.body).error.code]).toEqual([status, code]);
    expect(received.body + received.rawHeaders.join()).not.toContain("hunter2");
    expect(received.headers["content-length"]).toBe(String(Buffer.byteLength(received.body)));
    expect(received.headers["uhp-version"]).toBe("2026-10-04");
    expect(reports).toHaveLength(1);
  });

  test.each<readonly [what: string, sent: Sent, status: number]>([
    ["of a body that is no JSON", { method: "POST", body: "{x" }, 400],
    ["of a body that is missing", { method: "POST" }, 400],
  ])("%s is the client's mistake", async (_what, sent, status) => {
    const received = await ask("ours", async (request) => Response.json(await request.json()), sent);
    expect([received.status, JSON.parse(received.body).error.code]).toEqual([status, "invalid_input"]);
  });
});

test.each<readonly [what: string, answer: Answer, codes: readonly string[]]>([
  ["an error of text", () => new Response("no", { status: 409 }), ["acme_conflict"]],
  ["an error without a body", () => new Response(null, { status: 409 }), ["acme_conflict"]],
  [
    "an error with headers of another kind",
    () => new Response("no", { status: 409, headers: new Headers({ "X-A": "1" }) }),
    ["acme_conflict"],
  ],
  ["an error of bytes", () => new Response(new TextEncoder().encode("no"), { status: 409 }), ["acme_conflict"]],
  ["an envelope with the status of a success", () => Response.json(ENVELOPE), ["session_expired"]],
  ["a success of text", () => new Response("hello"), []],
  ["a success of bytes", () => new Response(new TextEncoder().encode("{}"), { headers: { "X-A": "1" } }), []],
  ["a stream", () => new Response(new Blob(["hello"]).stream(), { headers: { "Content-Type": "text/plain" } }), []],
])("%s leaves byte for byte if the contract only reports", async (_what, given, codes) => {
  const bare = await ask("bare", given);
  const seen = await ask("observed", given);
  const undated = ({ rawHeaders }: Received) =>
    rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== "date");
  expect([seen.status, undated(seen), seen.body]).toEqual([bare.status, undated(bare), bare.body]);
  expect(reports.map(({ code }) => code)).toEqual(codes);
});

test("a class that stores its parts differently is read like any response", async () => {
  const Held = globalThis.Response;
  class Own extends RealResponse {}
  globalThis.Response = Own as typeof Response;
  try {
    const given = await uhp(contract, () => new Own(JSON.stringify(ENVELOPE)))(new Request("http://acme.example/"));
    expect([given.status, given.headers.get("uhp-version")]).toEqual([404, "2026-10-04"]);
  } finally {
    globalThis.Response = Held;
  }
});
