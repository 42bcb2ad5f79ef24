import { acme, untypedError } from "../../support/catalog.ts";
import { EXPECTED_VERSIONS, REQUEST_CODES, seenIn, TASK_CODES } from "../../support/expected-codes.ts";
import { type Case, throwing } from "./case.ts";

const OLDER = EXPECTED_VERSIONS.slice(0, -1);
const NEWEST = EXPECTED_VERSIONS.at(-1) ?? "";

const internal = { status: 500, code: "acme_internal_error", type: "server_error" } as const;

export const CODE_CASES: readonly Case[] = [
  ...REQUEST_CODES.map(
    ({ code, status, type, detail = null }): Case => ({
      id: `code.${code}`,
      clauses: ["COD-1", "TYP-1", "ENV-4", "VER-1", ...(detail === null ? [] : (["COD-2"] as const))],
      title: `${code} is ${status} ${type}`,
      handler: throwing(() => untypedError(code, { detail })),
      request: { headers: { "UHP-Version": NEWEST } },
      expect: { status, code, type, detail, headers: { "uhp-version": NEWEST } },
    }),
  ),
  ...OLDER.flatMap((version) =>
    REQUEST_CODES.map((expected): Case => {
      const { code, status, type, since, detail = null } = expected;
      const isTooNew = since > version;
      return {
        id: `code.${code}.${version}`,
        clauses: isTooNew ? ["VER-5", "VER-1"] : ["VER-6", "VER-1"],
        title: isTooNew
          ? `${code} keeps its meaning under the vendor's prefix for a client of ${version}`
          : `${code} is the same for a client of ${version}`,
        handler: throwing(() => untypedError(code, { detail })),
        request: { headers: { "UHP-Version": version } },
        expect: { status, code: seenIn(version, expected), type, detail, headers: { "uhp-version": version } },
      };
    }),
  ),
  ...TASK_CODES.map(
    ({ code }): Case => ({
      id: `code.${code}.thrown`,
      clauses: ["COD-5", "ENV-8"],
      title: `${code} never answers a request, even when thrown as one`,
      handler: throwing(() => untypedError(code)),
      expect: internal,
    }),
  ),
  {
    id: "code.unknown",
    clauses: ["COD-3"],
    title: "a code of neither contract nor catalog is refused at run time",
    handler: throwing(() => untypedError("harness_not_fond")),
    expect: internal,
    neverContains: ["harness_not_fond"],
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
    (code): Case => ({
      id: `code.object-property.${code}`,
      clauses: ["COD-3"],
      title: `"${code}" is not a code`,
      handler: throwing(() => untypedError(code)),
      expect: internal,
    }),
  ),
  {
    id: "code.detail.missing",
    clauses: ["COD-2"],
    title: "a missing detail is reported at run time, and the code stays",
    handler: throwing(() => untypedError("file_too_large")),
    expect: { status: 413, code: "file_too_large", detail: null },
    isMisuse: true,
    neverContains: ["max_bytes"],
  },
  {
    id: "code.detail.wrong",
    clauses: ["COD-2"],
    title: "a detail that does not fit its code is left out at run time",
    handler: throwing(() => untypedError("file_too_large", { detail: { max_bytes: -1 } })),
    expect: { status: 413, code: "file_too_large", detail: null },
    isMisuse: true,
  },
  {
    id: "code.detail.absolute-path",
    clauses: ["COD-2"],
    title: "plugin_invalid refuses a path outside the package",
    handler: throwing(() => untypedError("plugin_invalid", { detail: { path: "/srv/plugins/a", reason: "Bad." } })),
    expect: { status: 422, code: "plugin_invalid", detail: null },
    isMisuse: true,
    neverContains: ["/srv/plugins"],
  },
  {
    id: "code.status.503",
    clauses: ["COD-4"],
    title: "memory_unavailable may be 503",
    handler: throwing(() => acme.error("memory_unavailable", { status: 503 })),
    expect: { status: 503, code: "memory_unavailable", type: "server_error" },
  },
  {
    id: "code.status.other",
    clauses: ["COD-4"],
    title: "memory_unavailable accepts no third status",
    handler: throwing(() => untypedError("memory_unavailable", { status: 500 })),
    expect: { status: 502, code: "memory_unavailable", type: "server_error" },
  },
  {
    id: "code.status.choice",
    clauses: ["COD-4"],
    title: "no other code accepts a status",
    handler: throwing(() => untypedError("harness_not_found", { status: 410 })),
    expect: { status: 404, code: "harness_not_found" },
  },
  {
    id: "code.status.assigned",
    clauses: ["COD-4", "TYP-1"],
    title: "a status that was set on the error afterwards does not count",
    handler: throwing(() => Object.assign(acme.error("harness_not_found"), { status: 200, statusCode: 200 })),
    expect: { status: 404, code: "harness_not_found" },
  },
  {
    id: "code.init.unknown",
    clauses: ["COD-3"],
    title: "a misspelled part of an error takes neither its code nor the other parts",
    handler: throwing(() => untypedError("harness_not_found", { param: "harness", detial: { a: 1 }, headers: {} })),
    expect: { status: 404, code: "harness_not_found", param: "harness", detail: null },
  },
  {
    id: "code.init.error",
    clauses: ["COD-3", "LEAK-1"],
    title: "an error in place of the parts of an error is only its cause",
    handler: throwing(() => untypedError("harness_not_found", new Error("The row of jane is locked."))),
    expect: { status: 404, code: "harness_not_found", message: "There is no such harness." },
    neverContains: ["jane"],
  },
  {
    id: "code.vendor",
    clauses: ["VEN-1", "COD-2"],
    title: "a vendor's own code has the type of its status and its detail",
    handler: throwing(() => acme.error("acme_gpu_cold", { detail: { eta_seconds: 4 }, retryAfter: 3.2 })),
    expect: {
      status: 503,
      code: "acme_gpu_cold",
      type: "server_error",
      detail: { eta_seconds: 4 },
      headers: { "retry-after": "4", "retry-after-ms": "3200", "x-should-retry": "true" },
    },
  },
  {
    id: "code.vendor.status",
    clauses: ["VEN-1"],
    title: "a vendor's code may use any 4xx",
    handler: throwing(() => acme.error("acme_teapot")),
    expect: { status: 418, code: "acme_teapot", type: "invalid_request_error" },
  },
  {
    id: "code.vendor.other-catalog",
    clauses: ["COD-3"],
    title: "a code of a catalog that was not joined is refused",
    handler: throwing(() => {
      const error = acme.error("acme_teapot");
      return Object.assign(error, { code: "globex_teapot" });
    }),
    expect: internal,
    neverContains: ["globex"],
  },
  {
    id: "code.vendor.detail.stripped",
    clauses: ["COD-2"],
    title: "keys that a vendor's detail schema does not know are not sent",
    handler: throwing(() => untypedError("acme_gpu_cold", { detail: { eta_seconds: 1, host: "db-replica-one" } })),
    expect: { status: 503, code: "acme_gpu_cold", detail: { eta_seconds: 1 } },
    neverContains: ["db-replica-one"],
  },
];
