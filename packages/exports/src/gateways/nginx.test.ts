import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { FIXED_HEADERS } from "../../../../test/support/error-headers.ts";
import { toNginx } from "./nginx.ts";

/** A directive: its words, and what is between its braces. */
interface Directive {
  readonly words: readonly string[];
  readonly block: readonly Directive[];
}

/** White space, a comment, a mark, a string in either quotes, or a bare word. */
const TOKEN =
  /\s+|#.*|(?<mark>[;{}])(?=\s|$)|'(?<single>(?:[^\\']|\\[\s\S])*)'(?=[\s;{)])|"(?<double>(?:[^\\"]|\\[\s\S])*)"(?=[\s;{)])|(?<bare>[^\s;{}'"#][^\s;{}]*)/gy;

/** The size of the buffer in which nginx reads a word. */
const MAX_WORD_BYTES = 4096;

/**
 * Reads a configuration by the rules of nginx's own reader: words are separated by white space, a quote at the beginning of a word
 * begins a string, and a backslash escapes only quotes, backslashes, t, r and n.
 */
function parse(text: string): readonly Directive[] {
  const tokens = [...text.matchAll(TOKEN)];
  expect(tokens.map(([all]) => all).join("")).toBe(text);
  expect(tokens.filter(([all]) => Buffer.byteLength(all) >= MAX_WORD_BYTES)).toEqual([]);
  const read = tokens.flatMap(({ groups: { mark, single, double, bare } = {} }) => {
    const string = single ?? double;
    const word = string === undefined ? bare : unescaped(string);
    return mark === undefined && word === undefined ? [] : [{ mark, word }];
  });
  const [block, rest] = blockOf(read);
  expect(rest).toEqual([]);
  return block;
}

interface Token {
  readonly mark: string | undefined;
  readonly word: string | undefined;
}

/** Returns the directives up to the end of their block, and what is after it. */
function blockOf(tokens: readonly Token[]): readonly [block: readonly Directive[], rest: readonly Token[]] {
  const block: Directive[] = [];
  let rest = tokens;
  for (;;) {
    const end = rest.findIndex(({ mark }) => mark !== undefined);
    const words = rest.slice(0, Math.max(end, 0)).flatMap(({ word }) => word ?? []);
    const mark = rest[end]?.mark;
    rest = rest.slice(end + 1);
    if (mark === undefined) return [block, []];
    if (mark === "}") return [block, rest];
    const inner = mark === "{" ? blockOf(rest) : undefined;
    block.push({ words, block: inner?.[0] ?? [] });
    rest = inner?.[1] ?? rest;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["t", "\t"],
  ["r", "\r"],
  ["n", "\n"],
]);

function unescaped(word: string): string {
  return word.replace(/\\([\\'"trn])/g, (_all, mark: string) => ESCAPES.get(mark) ?? mark);
}

/** The location of each status, and where it is. */
function locationsOf(config: string) {
  const directives = parse(config);
  return directives.flatMap(({ words, block }) => {
    if (words[0] !== "error_page") return [];
    const target = words.at(-1) ?? "";
    const location = directives.find(({ words: [name, ...path] }) => name === "location" && path.at(-1) === target);
    const overwritten = words.find((word) => word.startsWith("="))?.slice(1);
    const statuses = words.slice(1, -1).filter((word) => !word.startsWith("="));
    expect(block).toEqual([]);
    return statuses.map((status) => ({ status, sent: overwritten ?? status, target, block: location?.block ?? [] }));
  });
}

function argumentsOf(block: readonly Directive[], ...name: readonly string[]): readonly string[] | undefined {
  const found = block.filter(({ words }) => name.every((word, index) => words[index] === word));
  expect(found.length).toBeLessThan(2);
  return found[0]?.words.slice(name.length);
}

/** The body that nginx sends: a variable begins at each `$`. */
function bodyOf(block: readonly Directive[]) {
  const [status, body = ""] = argumentsOf(block, "return") ?? [];
  return {
    status,
    ...JSON.parse(body.replaceAll(/\$(\w*)/g, (_all, name) => (name === "request_id" ? "r1" : "INTERPOLATED"))),
  };
}

const acme = defineCatalog({ vendor: "acme" });

test("each status that nginx sends by itself has the code of a bare status", () => {
  const rows = locationsOf(toNginx(acme)).map(({ status, sent, block }) => {
    const { status: returned, error } = bodyOf(block);
    expect(returned).toBe(sent);
    return [status, sent, error.type, error.code, error.param, error.detail];
  });
  expect(rows).toEqual([
    ["400", "400", "invalid_request_error", "invalid_input", null, null],
    ["495", "400", "invalid_request_error", "invalid_input", null, null],
    ["496", "400", "invalid_request_error", "invalid_input", null, null],
    ["497", "400", "invalid_request_error", "invalid_input", null, null],
    ["401", "401", "authentication_error", "acme_unauthenticated", null, null],
    ["403", "403", "permission_error", "acme_forbidden", null, null],
    ["404", "404", "invalid_request_error", "acme_route_not_found", null, null],
    ["405", "405", "invalid_request_error", "acme_method_not_allowed", null, null],
    ["412", "412", "invalid_request_error", "acme_precondition_failed", null, null],
    ["413", "413", "invalid_request_error", "acme_content_too_large", null, null],
    ["414", "414", "invalid_request_error", "acme_uri_too_long", null, null],
    ["416", "416", "invalid_request_error", "acme_range_not_satisfiable", null, null],
    ["421", "421", "invalid_request_error", "acme_http_421", null, null],
    ["429", "429", "rate_limit_error", "rate_limited", null, null],
    ["431", "431", "invalid_request_error", "acme_headers_too_large", null, null],
    ["494", "431", "invalid_request_error", "acme_headers_too_large", null, null],
    ["500", "500", "server_error", "acme_internal_error", null, { correlation_id: "r1" }],
    ["501", "501", "server_error", "acme_not_implemented", null, null],
    ["502", "502", "server_error", "acme_upstream_error", null, { correlation_id: "r1" }],
    ["503", "503", "server_error", "acme_unavailable", null, null],
    ["504", "504", "server_error", "acme_upstream_timeout", null, { correlation_id: "r1" }],
    ["505", "505", "server_error", "acme_http_505", null, null],
  ]);
});

describe("each location", () => {
  const locations = locationsOf(toNginx(acme, { version: "2026-09-12" }));

  test.each(locations)("of $status has the contract's headers", ({ block }) => {
    expect(argumentsOf(block, "default_type")).toEqual(["application/json"]);
    expect(argumentsOf(block, "charset")).toEqual(["utf-8"]);
    expect(argumentsOf(block, "charset_types")).toEqual(["application/json"]);
    expect(argumentsOf(block, "types")).toEqual([]);
    expect(argumentsOf(block, "add_header", "Cache-Control")).toEqual(["no-store", "always"]);
    expect(argumentsOf(block, "add_header", "X-Content-Type-Options")).toEqual(["nosniff", "always"]);
    expect(argumentsOf(block, "add_header", "UHP-Version")).toEqual(["2026-09-12", "always"]);
    expect(argumentsOf(block, "add_header", "x-request-id")).toEqual(["$request_id", "always"]);
  });

  test.each(locations)("of $status has what is the same on every error", ({ block }) => {
    for (const [name, value] of Object.entries(FIXED_HEADERS)) {
      if (name !== "Content-Type") expect(argumentsOf(block, "add_header", name)).toEqual([value, "always"]);
    }
  });

  test.each(locations)("of $status cannot be requested by a client", ({ target, block }) => {
    expect(target.startsWith("@") || argumentsOf(block, "internal") !== undefined).toBe(true);
  });

  test.each(locations)("of $status says whether to try again", ({ sent, block }) => {
    const isRepeatable = ["429", "500", "502", "503", "504"].includes(sent);
    const value = isRepeatable ? "$uhp_errors_retry" : "false";
    expect(argumentsOf(block, "add_header", "x-should-retry")).toEqual([value, "always"]);
    const conditions = block.filter(({ words }) => words[0] === "if").map(({ words }) => words.slice(1).join(" "));
    expect(conditions).toEqual(
      isRepeatable ? ["($request_method ~ ^(?:GET|HEAD|OPTIONS|TRACE)$ )", "($http_idempotency_key !=  )"] : [],
    );
  });
});

/** A catalog whose responses have every header that is the same for all requests. */
const ending = {
  catalog: defineCatalog({ vendor: "acme", docsUrl: "https://acme.example/e?c={code}&d=$x" }),
  options: { version: { version: "2026-09-12", deprecation: "2026-12-01", sunset: "2027-12-01" } },
} as const;

test.each([
  [
    "comes before its address is known, and is not to be repeated",
    `location = /.uhp-errors/400 {
    internal;
    types { }
    default_type application/json;
    charset utf-8;
    charset_types application/json;
    add_header Cache-Control 'no-store' always;
    add_header X-Content-Type-Options 'nosniff' always;
    add_header UHP-Version '2026-09-12' always;
    add_header Deprecation '@1796083200' always;
    add_header Sunset 'Wed, 01 Dec 2027 00:00:00 GMT' always;
    add_header Link '<https://acme.example/e?c=invalid_input&d=%24x>; rel="help"' always;
    add_header x-request-id $request_id always;
    add_header x-should-retry false always;
    return 400 '{"error":{"type":"invalid_request_error","code":"invalid_input","message":"The request could not be read or a field in it is not valid.","param":null,"detail":null}}';
}

location @uhp_errors_401 {
`,
  ],
  [
    "may be repeated",
    `location @uhp_errors_503 {
    types { }
    default_type application/json;
    charset utf-8;
    charset_types application/json;
    add_header Cache-Control 'no-store' always;
    add_header X-Content-Type-Options 'nosniff' always;
    add_header UHP-Version '2026-09-12' always;
    add_header Deprecation '@1796083200' always;
    add_header Sunset 'Wed, 01 Dec 2027 00:00:00 GMT' always;
    add_header Link '<https://acme.example/e?c=acme_unavailable&d=%24x>; rel="help"' always;
    add_header x-request-id $request_id always;
    set $uhp_errors_retry false;
    if ($request_method ~ "^(?:GET|HEAD|OPTIONS|TRACE)$") { set $uhp_errors_retry true; }
    if ($http_idempotency_key != "") { set $uhp_errors_retry true; }
    add_header x-should-retry $uhp_errors_retry always;
    return 503 '{"error":{"type":"server_error","code":"acme_unavailable","message":"The server cannot take the request right now.","param":null,"detail":null}}';
}

location @uhp_errors_504 {
`,
  ],
])("a location whose error %s is written in full", (_what, text) => {
  const config = toNginx(ending.catalog, ending.options);
  const begin = config.indexOf(text.slice(0, text.indexOf("{")));
  expect(config.slice(begin, begin + text.length)).toBe(text);
});

test.each([
  ["a variable", "It is at $request_uri and $\u007bhost}."],
  ["a variable that a location sets", "Try again: $uhp_errors_retry, $1, $."],
  ["quotes", "It's \"quoted\", and 'quoted' again."],
  ["an end of a string", "'; return 200 'no"],
  ["an end of a block", '"; } location / { return 200 "no'],
  ["backslashes", "A \\ B \\n \\t \\' \\\" \\u0024 \\\\ C\\"],
  ["a comment", "# no; {}"],
  ["characters outside of ASCII", "Überlastet, 過負荷 😀."],
  ["the field of the id", 'See "correlation_id":"request-id".'],
  ["the longest message", `x${"$".repeat(499)}`],
])("a message with %s is sent as it is", (_what, message) => {
  const catalog = defineCatalog({ vendor: "acme", codes: { acme_upstream_error: { message } } });
  const location = locationsOf(toNginx(catalog)).find(({ status }) => status === "502");
  expect(bodyOf(location?.block ?? []).error).toEqual({
    type: "server_error",
    code: "acme_upstream_error",
    message,
    param: null,
    detail: { correlation_id: "r1" },
  });
});

test("what is not a catalog, or an unknown version, is refused", () => {
  expect(() => toNginx({} as never)).toThrow(TypeError);
  expect(() => toNginx(acme, { version: "2020-01-01" as never })).toThrow(TypeError);
});
