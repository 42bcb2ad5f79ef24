import type { RequestListener, ServerResponse } from "node:http";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { intercept } from "../response/intercept.ts";

const contract = createAdapterContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

type Write = (response: ServerResponse) => unknown;

const intercepted =
  (write: Write): RequestListener =>
  (request, response) => {
    intercept(contract, request, response);
    write(response);
    response.end();
  };

/** Fields that a client gets, as they were spelled, without those that Node adds. */
async function sent(write: Write): Promise<readonly string[]> {
  const url = await serving(intercepted(write));
  const { rawHeaders } = await send(url, { headers: { "x-request-id": "mine" } });
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return lines
    .filter((line) => !/^(?:Date|Connection|Keep-Alive|Content-Length|Transfer-Encoding):/i.test(line))
    .sort();
}

const VERSION = "UHP-Version: 2026-10-04";
const ID = "x-request-id: mine";
const set =
  (fields: Readonly<Record<string, string>>, write: Write = () => {}): Write =>
  (response) => {
    for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
    write(response);
  };
const head =
  (...args: readonly unknown[]): Write =>
  (response) =>
    Reflect.apply(response.writeHead, response, args);
const theirs = { "uhp-version": "1999", "X-Request-Id": "theirs" };

describe("a success carries the contract's fields", () => {
  test.each<readonly [what: string, write: Write, lines: readonly string[]]>([
    ["alone", () => {}, [VERSION, ID]],
    ["with a head of its own", head(200), [VERSION, ID]],
    ["with a reason phrase", head(200, "Fine"), [VERSION, ID]],
    ["with a reason phrase left undefined", head(200, undefined, { "X-A": "1" }), [VERSION, "X-A: 1", ID]],
    ["with fields left undefined", head(200, undefined), [VERSION, ID]],
    ["beside an object of fields", head(200, { "X-A": "1" }), [VERSION, "X-A: 1", ID]],
    ["beside an object of fields after a reason phrase", head(200, "Fine", { "X-A": "1" }), [VERSION, "X-A: 1", ID]],
    ["beside a flat list", head(200, ["X-A", "1", "X-A", "2"]), [VERSION, "X-A: 1", "X-A: 2", ID]],
    [
      "beside a list of pairs",
      head(200, [
        ["X-A", "1"],
        ["X-A", "2"],
      ]),
      [VERSION, "X-A: 1", "X-A: 2", ID],
    ],
    ["beside an empty list", head(200, []), [VERSION, ID]],
    ["in place of another service's, in an object", head(200, theirs), [VERSION, ID]],
    [
      "in place of another service's, in a flat list",
      head(200, ["uhp-version", "1999", "X-Request-Id", "theirs", "X-A", "1"]),
      [VERSION, "X-A: 1", ID],
    ],
    ["in place of another service's, in a list of pairs", head(200, Object.entries(theirs)), [VERSION, ID]],
    ["beside a field that was set", set({ "X-B": "2" }), [VERSION, "X-B: 2", ID]],
    ["beside a field that was set, with a head", set({ "X-B": "2" }, head(200)), [VERSION, "X-B: 2", ID]],
    [
      "beside a field that was set and one of the head",
      set({ "X-B": "2" }, head(200, { "X-A": "1" })),
      [VERSION, "X-A: 1", "X-B: 2", ID],
    ],
    [
      "beside a field that was set and a flat list",
      set({ "X-B": "2" }, head(200, ["X-A", "1"])),
      [VERSION, "X-A: 1", "X-B: 2", ID],
    ],
    [
      "in place of another service's, beside a field that was set",
      set({ "X-B": "2" }, head(200, theirs)),
      [VERSION, "X-B: 2", ID],
    ],
    ["in place of another version that was set", set({ "uhp-version": "1999" }), [VERSION, ID]],
    ["in place of another version that was set, with a head", set({ "uhp-version": "1999" }, head(200)), [VERSION, ID]],
    ["but an id that the service has set stays", set({ "X-Request-Id": "own" }), [VERSION, "X-Request-Id: own"]],
    [
      "but an id that the service has set stays, with a head",
      set({ "X-Request-Id": "own" }, head(200)),
      [VERSION, "X-Request-Id: own"],
    ],
    [
      "but an id that the service has set stays, with a trailer",
      set({ "X-Request-Id": "own", Trailer: "X-T", "Transfer-Encoding": "chunked" }, head(200)),
      ["Trailer: X-T", VERSION, "X-Request-Id: own"],
    ],
    [
      "in place of an id that was set, if the head has fields",
      set({ "X-Request-Id": "own" }, head(200, { "X-A": "1" })),
      [VERSION, "X-A: 1", ID],
    ],
  ])("%s", async (_what, write, lines) => {
    expect(await sent(write)).toEqual([...lines].sort());
  });

  test("in place of another service's id that middleware has set from a head", async () => {
    const write: Write = (response) => {
      const { writeHead } = response;
      response.writeHead = function (this: ServerResponse, status: number, fields: Record<string, string>) {
        set(fields)(this);
        return Reflect.apply(writeHead, this, [status]);
      } as unknown as typeof writeHead;
      head(200, theirs)(response);
    };
    expect(await sent(write)).toEqual([VERSION, ID]);
  });

  test("over HTTP/2, whatever the form of the head", async () => {
    for (const write of [
      () => {},
      head(200),
      head(200, { "x-a": "1" }),
      head(200, [["x-a", "1"]]),
      set({ "x-b": "2" }, head(200, { "x-a": "1" })),
    ]) {
      const { status, headers } = await overHttp2(intercepted(write), { "x-request-id": "mine" });
      expect([status, headers["uhp-version"], headers["x-request-id"]]).toEqual([200, "2026-10-04", "mine"]);
    }
  });
});

describe("a head that Node refuses gets Node's own error, and leaves what was set", () => {
  test.each<readonly [what: string, write: Write, code: string]>([
    ["a value with a line break", head(200, { "X-A": "a\nb" }), "ERR_INVALID_CHAR"],
    ["a name with a blank", head(200, { "a b": "1" }), "ERR_INVALID_HTTP_TOKEN"],
    ["a list of an odd length", head(200, ["X-A"]), "ERR_INVALID_ARG_VALUE"],
    ["a status below 100", head(99), "ERR_HTTP_INVALID_STATUS_CODE"],
    ["a status above 999", head(1_000), "ERR_HTTP_INVALID_STATUS_CODE"],
    ["a reason phrase with a line break", head(200, "a\nb"), "ERR_INVALID_CHAR"],
    [
      "a value with a line break beside a field that was set",
      set({ "X-B": "2" }, head(200, { "X-A": "a\nb" })),
      "ERR_INVALID_CHAR",
    ],
    [
      "a list of pairs beside a field that was set",
      set({ "X-B": "2" }, head(200, [["X-A", "1"]])),
      "ERR_INVALID_ARG_VALUE",
    ],
    [
      "a trailer on a body that is not chunked",
      set({ "X-B": "2" }, set({ Trailer: "X-T", "Content-Length": "0" }, head(200))),
      "ERR_HTTP_TRAILER_INVALID",
    ],
  ])("%s", async (_what, write, code) => {
    const seen: unknown[] = [];
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      const before = () => [response.getHeaderNames().filter((name) => !/^(?:trailer|content-length|x-b)$/.test(name))];
      try {
        write(response);
      } catch (thrown) {
        seen.push((thrown as { readonly code?: string }).code, ...before(), response.headersSent);
      }
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.statusMessage = "";
      response.statusCode = 200;
      response.end("ok");
    });
    const { status, headers, body } = await send(url, {});
    expect(seen).toEqual([code, [], false]);
    expect([status, body, headers["uhp-version"]]).toEqual([200, "ok", "2026-10-04"]);
  });

  test.each<readonly [what: string, fields: unknown, complaint: string]>([
    ["a value with a line break", { "X-A": "a\nb" }, "X-A"],
    // Node refuses a list of pairs once a field is set.
    ["a list of pairs", [["Trailer", "X-Trailer"]], "headers"],
  ])("an id that was set as the service spelled it, before %s", async (_what, fields, complaint) => {
    const names: string[][] = [];
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      response.setHeader("X-REQUEST-ID", "own");
      expect(() => response.writeHead(200, fields as never)).toThrow(complaint);
      names.push((response as ServerResponse & { getRawHeaderNames(): string[] }).getRawHeaderNames());
      response.end();
    });
    expect((await send(url, {})).headers["x-request-id"]).toBe("own");
    expect(names).toEqual([["X-REQUEST-ID"]]);
  });
});
