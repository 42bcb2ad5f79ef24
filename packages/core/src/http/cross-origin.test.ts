import { describe, expect, test } from "vitest";
import { refusalHeaders } from "./cross-origin.ts";

const PAGE = "https://page.acme.example";

const headersFor = (origin: string | undefined, set: Readonly<Record<string, string>> = {}) =>
  refusalHeaders({
    method: "GET",
    path: "/",
    header: (name) => (name === "origin" ? origin : undefined),
    responseHeader: (name) => set[name],
  });

describe("the refusal of a version", () => {
  test.each([PAGE, "http://localhost:3000", "http://[::1]:8080", "capacitor://localhost", "null"])(
    "can be read by a page of the origin %s",
    (origin) => {
      expect(headersFor(origin)).toEqual({
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Credentials": "true",
        Vary: "Origin",
      });
    },
  );

  test.each([
    undefined,
    "",
    "*",
    "page.acme.example",
    `${PAGE}, ${PAGE}`,
    `${PAGE}/path`,
    `${PAGE}\r\nX: 1`,
    `https://${"a".repeat(300)}`,
  ])("has no such header for what is no origin: %j", (origin) => {
    expect(headersFor(origin)).toEqual({});
  });

  test("keeps what the service's own middleware has set", () => {
    expect(headersFor(PAGE, { "access-control-allow-origin": "*" })).toEqual({});
    expect(headersFor(PAGE, { vary: "Accept-Encoding" })).toMatchObject({ Vary: "Accept-Encoding, Origin" });
    expect(headersFor(PAGE, { vary: "" })).toMatchObject({ Vary: "Origin" });
  });
});
