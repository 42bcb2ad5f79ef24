import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { InterceptedResponse } from "../http/response.ts";
import type { Mapping, OwnText } from "../recognize/index.ts";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { withOwnText, writtenText } from "./own-messages.ts";
import { draftOf, type ResolvedError, resolveMapping } from "./resolved-error.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_broken: { status: 500, message: "It is broken." } },
});

const INVALID = "The request could not be read or a field in it is not valid.";

const withText = (resolved: ResolvedError, code: Mapping["code"], text: OwnText | undefined) =>
  withOwnText(resolved, code, text, DEFAULT_SANITIZER);

/** What a mapping becomes with the service's own text. */
const told = (mapping: Mapping, text: OwnText | undefined) =>
  withText(resolveMapping(mapping, acme), mapping.code, text);

describe("the service's own message", () => {
  test.each<readonly [mapping: Mapping]>([
    [{ code: "conflict" }],
    [{ code: "invalid_input" }],
    [{ code: "unauthenticated" }],
    [{ code: "not_found" }],
    [{ code: "http_499" }],
    [{ code: "conflict", detail: { order: 7 } }],
  ])("replaces that of %o", (mapping) => {
    const { message, detail } = told(mapping, "Order 7 is closed.");
    expect([message, detail]).toEqual(["Order 7 is closed.", mapping.detail ?? null]);
  });

  test.each<readonly [mapping: Mapping, message: string]>([
    [{ code: "not_implemented" }, "This server does not implement what the request asks for."],
    [{ code: "unavailable" }, "The server cannot take the request right now."],
    [{ code: "internal_error" }, "The server failed to handle the request."],
    [{ code: "content_too_large" }, "The request is larger than this server accepts."],
    [{ code: "file_too_large", detail: { max_bytes: 5 } }, "The upload is larger than this server accepts."],
    [{ code: "method_not_allowed" }, "This address does not accept the request's method."],
    [{ code: "route_not_found" }, "There is nothing at this address."],
  ])("does not replace that of %o", (mapping, message) => {
    expect(told(mapping, "Order 7 is closed.").message).toBe(message);
  });

  test("does not replace that of a vendor's own 500", () => {
    const resolved = draftOf("acme_broken", acme.codes.acme_broken, "recognized");
    expect(withText(resolved, "internal_error", "Order 7 is closed.").message).toBe("It is broken.");
  });

  test.each<readonly [text: OwnText | undefined]>([[undefined], [[]]])("may be missing: %j", (text) => {
    const { message, detail, withheld } = withText(
      resolveMapping({ code: "invalid_input" }, acme, { withheld: [{ what: "message", text: "x" }] }),
      "invalid_input",
      text,
    );
    expect([message, detail, withheld]).toEqual([INVALID, null, [{ what: "message", text: "x" }]]);
  });

  test("takes the place of the message that was withheld, and the body stays withheld", () => {
    const resolved = resolveMapping({ code: "conflict" }, acme, {
      withheld: [
        { what: "message", text: "Order 7 is closed." },
        { what: "body", text: "<b>closed</b>" },
      ],
    });
    expect(withText(resolved, "conflict", "Order 7 is closed.").withheld).toEqual([
      { what: "body", text: "<b>closed</b>" },
    ]);
    expect(withText(resolved, "conflict", "Order 7 is closed. Ask for another.").withheld).toEqual([
      { what: "message", text: "Order 7 is closed. Ask for another." },
      { what: "body", text: "<b>closed</b>" },
    ]);
  });
});

describe("the service's own messages about several fields", () => {
  const issues = [
    { param: "name", message: "This field is not valid." },
    { param: null, message: "This field is not valid." },
  ];
  const invalid: Mapping = { code: "invalid_input", param: "name", detail: { issues } };

  test("replace those of the issues, one each", () => {
    expect(told(invalid, ["name is too short", "Send at least one tag."])).toMatchObject({
      message: "name is too short",
      param: "name",
      detail: {
        issues: [
          { param: "name", message: "name is too short" },
          { param: null, message: "Send at least one tag." },
        ],
      },
    });
  });

  test("become issues without a field if none is known", () => {
    expect(told({ code: "invalid_input" }, ["name is too short", "Send at least one tag."]).detail).toEqual({
      issues: [
        { param: null, message: "name is too short" },
        { param: null, message: "Send at least one tag." },
      ],
    });
  });

  test.each<readonly [text: OwnText]>([
    ["name is too short"],
    [["name is too short"]],
    [["name is too short", "Send at least one tag.", "Send a date."]],
  ])("are left out if their number is not that of the issues: %j", (text) => {
    const { message, detail } = told(invalid, text);
    expect([message, detail]).toEqual([INVALID, { issues }]);
  });
});

/** The message in a response that a handler wrote. */
function written(type: string | undefined, body: string, more: Partial<InterceptedResponse> = {}) {
  return writtenText({
    status: 409,
    body,
    isWhole: true,
    header: (name) => (name === "content-type" ? type : undefined),
    ...more,
  });
}

describe("a response that a handler wrote", () => {
  const json = '{"message":"Order 7 is closed."}';

  test.each<readonly [type: string | undefined, body: string, text: OwnText]>([
    ["application/json", json, "Order 7 is closed."],
    [" application/json ", json, "Order 7 is closed."],
    ["application/json", `\n ${json}`, "Order 7 is closed."],
    ["Text/HTML;charset=utf-8", json, "Order 7 is closed."],
    ["application/problem+json; charset=utf-8", '{"title":"Order 7 is closed."}', "Order 7 is closed."],
    ["application/json", '"Order 7 is closed."', "Order 7 is closed."],
    ["text/plain", json, "Order 7 is closed."],
    ["text/plain", "Order 7 is closed.", "Order 7 is closed."],
    [" text/html; charset=utf-8", "Order 7 is closed.", "Order 7 is closed."],
    [undefined, "Order 7 is closed.", "Order 7 is closed."],
    ["text/plain", 'Order "7" is closed.', 'Order "7" is closed.'],
    ["text/plain", "Order 7 has < 5 items.", "Order 7 has < 5 items."],
  ])("says something: %j %j", (type, body, text) => {
    expect(written(type, body)).toBe(text);
  });

  test.each<readonly [type: string, body: string]>([
    ["x-application/json", json],
    ["application/jsonp", json],
    ["application/xml", json],
    ["text/html-x", json],
    ["application/octet-stream", "Order 7 is closed."],
    ["application/json", "Order 7 is closed."],
    ["application/json", '["Order 7 is closed."]'],
    ["application/json", '{"message":"Order 7 is closed."'],
    ["text/html", "<p>Order 7 is closed."],
    ["text/html", "Order 7 is closed.</p>"],
    ["text/html", "<!-- Order 7 is closed."],
    ["text/plain", "Order 7 is closed. <?xml"],
  ])("says nothing: %j %j", (type, body) => {
    expect(written(type, body)).toBe(undefined);
  });

  test.each<readonly [bytes: number, text: OwnText | undefined]>([
    [65_535, "Order 7 is closed."],
    [65_536, undefined],
  ])("of %i bytes says %j", (bytes, text) => {
    expect(written("application/json", json.padEnd(bytes))).toBe(text);
  });

  test.each<readonly [what: string, more: Partial<InterceptedResponse>]>([
    ["came in pieces", { isWhole: false }],
    ["may have come in pieces", { isWhole: undefined as never }],
    ["has a Via", { header: (name) => (name === "via" ? "1.1 a" : undefined) }],
    ["is compressed", { header: (name) => (name === "content-encoding" ? "gzip" : undefined) }],
    ["may be cut off", { body: `{"message":"Order 7 is closed.","rest":"${"é".repeat(32_768)}"}` }],
  ])("says nothing if it %s", (_what, more) => {
    expect(written("application/json", json, more)).toBe(undefined);
  });

  test("says nothing if it only inherits that it came whole", () => {
    Object.defineProperty(Object.prototype, "isWhole", { value: true, configurable: true, writable: true });
    try {
      expect(writtenText({ status: 409, body: json, header: () => undefined })).toBe(undefined);
    } finally {
      Reflect.deleteProperty(Object.prototype, "isWhole");
    }
  });
});
