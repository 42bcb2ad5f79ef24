import { describe, expect, test } from "vitest";
import { known, UNKNOWN } from "../../../../../test/recognize/known.ts";

class Metadata {
  getMap(): object {
    return {};
  }
}

const FIELDS = { code: 14, details: "hunter2", metadata: new Metadata() };

const failed = (more: object = {}) => Object.assign(new Error("14 UNAVAILABLE: hunter2"), { ...FIELDS, ...more });

describe("an error of @grpc/grpc-js", () => {
  test.each<[status: number, code: string]>([
    [1, "acme_upstream_error"],
    [3, "acme_upstream_error"],
    [4, "acme_upstream_timeout"],
    [5, "acme_upstream_error"],
    [14, "acme_upstream_error"],
    [16, "acme_upstream_error"],
  ])("with the gRPC status %s becomes %s", (status, code) => {
    expect(known(failed({ code: status }))).toEqual(["@grpc/grpc-js", code]);
  });

  test.each<[what: string, thrown: unknown]>([
    ["0, which is no failure", failed({ code: 0 })],
    ["17, which gRPC does not have", failed({ code: 17 })],
    ["a part of a status", failed({ code: 4.5 })],
    ["a status as a string", failed({ code: "4" })],
    ["details that are no string", failed({ details: {} })],
    ["no details", failed({ details: undefined })],
    ["metadata without methods", failed({ metadata: {} })],
    ["metadata whose getMap is no function", failed({ metadata: { getMap: {} } })],
    ["the fields on what is no error", { message: "hunter2", ...FIELDS }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});
