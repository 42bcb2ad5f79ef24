import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { FIXED_HEADERS } from "../../../../test/support/error-headers.ts";
import type { Json } from "../json/plain.ts";
import { toEnvoy } from "./envoy.ts";

interface Filter {
  readonly and_filter?: { readonly filters: readonly Filter[] };
  readonly or_filter?: { readonly filters: readonly Filter[] };
  readonly status_code_filter?: {
    readonly comparison: { readonly op: string; readonly value: { default_value: number } };
  };
  readonly header_filter?: {
    readonly header: {
      readonly name: string;
      readonly string_match: { readonly safe_regex: { readonly regex: string } };
    };
  };
}

interface Mapper {
  readonly filter: Filter;
  readonly headers_to_add: readonly {
    readonly header: { readonly key: string; readonly value: string };
    readonly append_action: string;
  }[];
  readonly body_format_override: { readonly json_format: Json; readonly content_type: string };
}

interface Request {
  readonly method: string;
  readonly key?: string;
}

const GET: Request = { method: "GET" };

function matches(filter: Filter, status: number, request: Request): boolean {
  const { and_filter: and, or_filter: or, status_code_filter: code, header_filter: header } = filter;
  const results = [
    ...(and === undefined ? [] : [and.filters.every((one) => matches(one, status, request))]),
    ...(or === undefined ? [] : [or.filters.some((one) => matches(one, status, request))]),
    ...(code === undefined ? [] : [code.comparison.op === "EQ" && code.comparison.value.default_value === status]),
    ...(header === undefined
      ? []
      : [hasHeader(header.header, { ":method": request.method, "idempotency-key": request.key })]),
  ];
  expect(results).toHaveLength(1);
  return results[0] === true;
}

function hasHeader(
  { name, string_match: match }: NonNullable<Filter["header_filter"]>["header"],
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  const value = headers[name];
  return value !== undefined && new RegExp(`^(?:${match.safe_regex.regex})$`).test(value);
}

/** Evaluates a format by Envoy's rules: `%%` is a percent sign, and any other one begins a command. */
function formatted(format: Json): Json {
  if (typeof format === "string") {
    return format.replace(/%(?:%|[^%]*%?)/g, (command) => {
      if (command === "%%") return "%";
      return command === "%REQ(X-REQUEST-ID)%" ? "r1" : "INTERPOLATED";
    });
  }
  if (typeof format !== "object" || format === null || Array.isArray(format)) return format;
  return Object.fromEntries(Object.entries(format).map(([name, value]) => [name, formatted(value)]));
}

/** What an Envoy with the configuration sends in place of its own response. */
function replyOf(config: unknown, status: number, request: Request) {
  const { mappers } = config as { readonly mappers: readonly Mapper[] };
  const mapper = mappers.find(({ filter }) => matches(filter, status, request));
  if (mapper === undefined) return undefined;
  const { body_format_override: format, headers_to_add: added } = mapper;
  expect(new Set(added.map(({ append_action: action }) => action))).toEqual(new Set(["OVERWRITE_IF_EXISTS_OR_ADD"]));
  return {
    type: format.content_type,
    body: formatted(format.json_format),
    headers: Object.fromEntries(added.map(({ header }) => [header.key, formatted(header.value)])),
  };
}

const acme = defineCatalog({ vendor: "acme" });

describe("a reply of Envoy's own", () => {
  const config = toEnvoy(acme, { version: "2026-09-12" });

  test.each([
    [400, "invalid_request_error", "invalid_input", "false"],
    [401, "authentication_error", "acme_unauthenticated", "false"],
    [403, "permission_error", "acme_forbidden", "false"],
    [404, "invalid_request_error", "acme_route_not_found", "false"],
    [405, "invalid_request_error", "acme_method_not_allowed", "false"],
    [408, "invalid_request_error", "acme_request_timeout", "false"],
    [413, "invalid_request_error", "acme_content_too_large", "false"],
    [414, "invalid_request_error", "acme_uri_too_long", "false"],
    [426, "invalid_request_error", "acme_http_426", "false"],
    [429, "rate_limit_error", "rate_limited", "true"],
    [431, "invalid_request_error", "acme_headers_too_large", "false"],
    [500, "server_error", "acme_internal_error", "true"],
    [501, "server_error", "acme_not_implemented", "false"],
    [502, "server_error", "acme_upstream_error", "true"],
    [503, "server_error", "acme_unavailable", "true"],
    [504, "server_error", "acme_upstream_timeout", "true"],
  ])("with status %i is an envelope", (status, type, code, shouldRetry) => {
    const { "Content-Type": _, ...fixed } = FIXED_HEADERS;
    const withId = [500, 502, 504].includes(status);
    expect(replyOf(config, status, GET)).toEqual({
      type: "application/json; charset=utf-8",
      body: {
        error: {
          type,
          code,
          message: expect.any(String),
          param: null,
          detail: withId ? { correlation_id: "r1" } : null,
        },
      },
      headers: {
        ...fixed,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "UHP-Version": "2026-09-12",
        "x-request-id": "r1",
        "x-should-retry": shouldRetry,
      },
    });
  });

  test.each<[request: Request, shouldRetry: string]>([
    [{ method: "HEAD" }, "true"],
    [{ method: "POST" }, "false"],
    [{ method: "POST", key: "k" }, "true"],
    [{ method: "GETTER" }, "false"],
  ])("to %o says whether to try again", (request, shouldRetry) => {
    expect(replyOf(config, 503, request)?.headers["x-should-retry"]).toBe(shouldRetry);
    expect(replyOf(config, 404, request)?.headers["x-should-retry"]).toBe("false");
  });

  test("with another status is left alone", () => {
    expect(replyOf(config, 302, GET)).toBeUndefined();
  });
});

test("the mappers of a status that may be repeated are written in full", () => {
  const catalog = defineCatalog({ vendor: "acme", docsUrl: "https://acme.example/{code}?a=%20b" });
  const version = { version: "2026-09-12", deprecation: "2026-12-01", sunset: "2027-12-01" } as const;
  const { mappers } = toEnvoy(catalog, { version }) as unknown as { readonly mappers: readonly object[] };
  const is503 = {
    status_code_filter: {
      comparison: { op: "EQ", value: { default_value: 503, runtime_key: "uhp_errors.status_503" } },
    },
  };
  const header = (name: string, regex: string) => ({
    header_filter: { header: { name, string_match: { safe_regex: { regex } } } },
  });
  const reply = (shouldRetry: string) => ({
    headers_to_add: [
      ["Cache-Control", "no-store"],
      ["X-Content-Type-Options", "nosniff"],
      ["UHP-Version", "2026-09-12"],
      ["Deprecation", "@1796083200"],
      ["Sunset", "Wed, 01 Dec 2027 00:00:00 GMT"],
      ["Link", '<https://acme.example/acme_unavailable?a=%%20b>; rel="help"'],
      ["x-should-retry", shouldRetry],
      ["x-request-id", "%REQ(X-REQUEST-ID)%"],
    ].map(([key, value]) => ({ header: { key, value }, append_action: "OVERWRITE_IF_EXISTS_OR_ADD" })),
    body_format_override: {
      json_format: {
        error: {
          type: "server_error",
          code: "acme_unavailable",
          message: "The server cannot take the request right now.",
          param: null,
          detail: null,
        },
      },
      content_type: "application/json; charset=utf-8",
    },
  });
  const repeatable = {
    or_filter: { filters: [header(":method", "GET|HEAD|OPTIONS|TRACE"), header("idempotency-key", ".+")] },
  };
  expect(mappers.slice(-4, -2)).toEqual([
    { filter: { and_filter: { filters: [is503, repeatable] } }, ...reply("true") },
    { filter: is503, ...reply("false") },
  ]);
});

test.each([
  ["a command", "%REQ(:path)% and %LOCAL_REPLY_BODY%."],
  ["percent signs", "100% of 50%% are %."],
  ["quotes and backslashes", 'It\'s "quoted" \\ \\n.'],
  ["the id's place", "request-id"],
])("a message with %s is sent as it is", (_what, message) => {
  const catalog = defineCatalog({ vendor: "acme", codes: { acme_upstream_error: { message } } });
  expect(replyOf(toEnvoy(catalog), 502, GET)?.body).toEqual({
    error: {
      type: "server_error",
      code: "acme_upstream_error",
      message,
      param: null,
      detail: { correlation_id: "r1" },
    },
  });
});

test("what is not a catalog, or an unknown version, is refused", () => {
  expect(() => toEnvoy({} as never)).toThrow(TypeError);
  expect(() => toEnvoy(acme, { version: "2020-01-01" as never })).toThrow(TypeError);
});
