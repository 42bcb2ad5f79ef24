import { describe, expect, test } from "vitest";
import { bodyTooLarge, mappingOfStatus, type StatusFacts, statusOf, uploadTooLarge } from "./status.ts";

const facts = (more: Partial<Record<keyof StatusFacts, boolean>> = {}): StatusFacts => ({
  bearer: more.bearer ?? false,
  asksForBearer: () => more.asksForBearer ?? false,
  isRouted: () => more.isRouted,
});

test.each<[value: unknown, status: number | undefined]>([
  [400, 400],
  [599, 599],
  [399, undefined],
  [600, undefined],
  [404.5, undefined],
  ["404", undefined],
  [[404], undefined],
  [undefined, undefined],
])("the error status in %j is %j", (value, status) => expect(statusOf(value)).toBe(status));

describe("a bare status", () => {
  // The other statuses follow from the table of built-in codes, as these do.
  test.each<[status: number, code: string]>([
    [400, "invalid_input"],
    [401, "unauthenticated"],
    [404, "not_found"],
    [407, "http_407"],
    [409, "conflict"],
    [415, "invalid_input"],
    [422, "invalid_input"],
    [429, "rate_limited"],
    [500, "internal_error"],
    [504, "upstream_timeout"],
    [599, "http_599"],
  ])("%i means %s", (status, code) => expect(mappingOfStatus(status, facts())).toEqual({ code }));

  test.each<[known: Partial<Record<keyof StatusFacts, boolean>>, challenge: string | undefined, code: string]>([
    [{}, undefined, "unauthenticated"],
    [{}, 'Basic realm="x"', "unauthenticated"],
    [{}, "Bearer", "missing_credential"],
    [{ asksForBearer: true }, undefined, "missing_credential"],
    [{ asksForBearer: true }, "Basic", "missing_credential"],
    [{ bearer: true }, undefined, "unauthenticated"],
    [{ bearer: true }, "Bearer", "invalid_credential"],
    [{ bearer: true, asksForBearer: true }, undefined, "invalid_credential"],
  ])("401, with %j and the challenge %j, means %s", (known, challenge, code) => {
    expect(mappingOfStatus(401, facts(known), challenge)).toEqual({ code });
  });

  test.each<[isRouted: boolean | undefined, code: string]>([
    [false, "route_not_found"],
    [true, "not_found"],
    [undefined, "not_found"],
  ])("404 means another code only if no route took the request: %j", (isRouted, code) => {
    expect(mappingOfStatus(404, isRouted === undefined ? facts() : facts({ isRouted }))).toEqual({ code });
  });
});

test.each<[limit: unknown, stated: boolean]>([
  [1, true],
  [5_000_000, true],
  [0, false],
  [-1, false],
  [1.5, false],
  [2 ** 53, false],
  ["5", false],
  [undefined, false],
])("a limit of %j bytes is stated: %j", (limit, stated) => {
  const detail = { max_bytes: limit };
  expect(uploadTooLarge(limit)).toEqual(stated ? { code: "file_too_large", detail } : { code: "content_too_large" });
  expect(bodyTooLarge(limit, { header: () => undefined })).toEqual(
    stated ? { code: "content_too_large", detail } : { code: "content_too_large" },
  );
});

test.each<[type: string | undefined, code: string]>([
  ["multipart/form-data", "file_too_large"],
  ["multipart/form-data; boundary=x", "file_too_large"],
  ["multipart/form-data boundary=x", "file_too_large"],
  ["Multipart/Form-Data;boundary=x", "file_too_large"],
  ["multipart/form-datas", "content_too_large"],
  ["multipart/mixed", "content_too_large"],
  ["x-multipart/form-data", "content_too_large"],
  ["application/json", "content_too_large"],
  [undefined, "content_too_large"],
])("a body of the type %j that is too large is %s", (type, code) => {
  const header = (name: string) => (name === "content-type" ? type : undefined);
  expect(bodyTooLarge(9, { header })).toEqual({ code, detail: { max_bytes: 9 } });
});
