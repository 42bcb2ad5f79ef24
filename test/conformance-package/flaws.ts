import { type Arrived, type Flaw, failure, type Reply } from "./right-service.ts";

type ErrorFields = Record<string, unknown>;

/** Changes replies that match. */
function where(
  is: (reply: Reply, arrived: Arrived) => boolean,
  change: (reply: Reply, arrived: Arrived) => Reply | undefined,
): Flaw {
  return {
    reply: (reply, arrived) => {
      if (!is(reply, arrived)) return reply;
      const copy = structuredClone(reply);
      const made = change(copy, arrived) ?? copy;
      const version = made === copy ? {} : { "UHP-Version": reply.headers["UHP-Version"] ?? "" };
      return { ...made, headers: { ...version, ...made.headers } };
    },
  };
}

const isError = ({ status }: Reply) => status >= 400;
const errorOf = ({ body }: Reply) => (body as { error: ErrorFields }).error;
const hasCode = (code: string) => (reply: Reply) => isError(reply) && errorOf(reply)["code"] === code;
const asks = (path: string) => (_reply: Reply, arrived: Arrived) => arrived.path.startsWith(path);
const sends = (test: (arrived: Arrived) => boolean) => (_reply: Reply, arrived: Arrived) => test(arrived);

/** Sets fields of every error. */
const fields = (given: ErrorFields, is: (reply: Reply, arrived: Arrived) => boolean = isError) =>
  where(is, (reply) => void Object.assign(errorOf(reply), given));

/** Removes a header field. */
const without = (name: string, is: (reply: Reply, arrived: Arrived) => boolean = isError) =>
  where(is, (reply) => void delete reply.headers[name]);

/** Says when a version ends. */
const announcing = (headers: Readonly<Record<string, string>>, is: (reply: Reply) => boolean = () => true) =>
  where(is, (reply) => void Object.assign(reply.headers, headers));

const nowhere = () => failure(404, "invalid_request_error", "acme_route_not_found");
const refusal = () =>
  failure(400, "invalid_request_error", "unsupported_protocol_version", { detail: { supported: ["2026-09-12"] } });
const crash = () => failure(500, "server_error", "acme_internal_error");
const refusesVersion = hasCode("unsupported_protocol_version");
const BARE = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";

/** For each audit, the one mistake on which it fails. */
export const FLAWS: Readonly<Record<string, Flaw>> = {
  ENV01: where(isError, (reply) => void Object.assign(reply, { body: "<h1>No</h1>" })),
  ENV02: where(isError, (reply) => void Object.assign(reply.body as object, { success: false })),
  ENV03: where(isError, (reply) => void delete errorOf(reply)["param"]),
  ENV04: where(isError, (reply) => void Object.assign(reply.headers, { "Content-Type": "text/html" })),
  ENV05: where(hasCode("acme_route_not_found"), (reply) => void Object.assign(reply, { status: 200 })),
  ENV06: where(isError, (reply) => void Object.assign(reply.body as object, { detail: "And more." })),
  FLD01: fields({ type: "not_found_error" }),
  FLD02: fields({ type: "server_error" }, hasCode("acme_route_not_found")),
  FLD03: fields({ code: "not_found" }, hasCode("acme_route_not_found")),
  FLD04: fields({ type: "permission_error" }, hasCode("missing_credential")),
  FLD05: fields({ message: "It failed.\n    at run (store.js:4:1)" }),
  FLD06: fields({ message: "There is no /srv/app/lib/store.js." }),
  FLD07: fields({ param: "things[0].name" }),
  FLD08: fields({ detail: "It is missing." }),
  LEK01: where(
    isError,
    (reply, { authorization }) => void Object.assign(errorOf(reply), { message: `No ${authorization}.` }),
  ),
  LEK02: where(isError, (reply, { raw }) => void Object.assign(reply.headers, { "X-Echo": raw.headers.cookie ?? "" })),
  VER01: where(refusesVersion, (reply) => void Object.assign(reply, { status: 406 })),
  VER02: fields({ detail: { supported: [] } }, refusesVersion),
  VER03: where(
    sends(({ version }) => version === "2026-10-04"),
    refusal,
  ),
  VER04: without("UHP-Version", () => true),
  VER05: where(
    sends(({ version }) => version === undefined),
    refusal,
  ),
  VER06: where(
    sends(({ version, authorization }) => version === "1999-01-01" && authorization === undefined),
    () => failure(401, "authentication_error", "missing_credential"),
  ),
  VER07: where(
    sends(({ version }) => version?.includes(",") === true),
    nowhere,
  ),
  VER08: announcing({ Deprecation: "true" }),
  VER09: announcing({ Deprecation: "@1796083200" }, isError),
  VER10: announcing({ Deprecation: "@1796083200", Sunset: "Tue, 01 Jun 2027 00:00:00 GMT" }),
  AUT01: fields({ code: "invalid_credential" }, hasCode("missing_credential")),
  AUT02: fields({ code: "missing_credential" }, hasCode("invalid_credential")),
  AUT03: where(
    sends(({ authorization }) => authorization?.includes("%%%") === true),
    crash,
  ),
  AUT04: fields(
    { code: "invalid_credential" },
    (reply, { authorization }) => hasCode("missing_credential")(reply) && authorization?.startsWith("Basic") === true,
  ),
  AUT05: without("WWW-Authenticate"),
  AUT06: where(asks("/admin"), nowhere),
  OBJ01: fields({ code: "acme_thing_not_found" }, hasCode("harness_not_found")),
  OBJ02: where(asks("/things/theirs"), () => failure(403, "permission_error", "insufficient_scope")),
  ADR01: fields({ code: "session_not_found" }, hasCode("acme_route_not_found")),
  ADR02: where(asks("/%ff"), crash),
  ADR03: where(
    sends(({ method }) => method === "PATCH"),
    crash,
  ),
  ADR04: without("Allow"),
  BDY01: where(
    sends(({ body }) => body.startsWith('{"uhp"')),
    () => failure(422, "invalid_request_error", "acme_bad_json"),
  ),
  BDY02: where(
    sends(({ body }) => body.startsWith('{"uhp"')),
    (reply, { body }) => void Object.assign(errorOf(reply), { message: body }),
  ),
  BDY03: fields({ code: "acme_bad_field" }, (reply) => isError(reply) && errorOf(reply)["param"] === "name"),
  BDY04: fields({ param: null }, hasCode("invalid_input")),
  BDY05: where(
    sends(({ raw }) => /charset=x/.test(raw.headers["content-type"] ?? "")),
    () => ({ status: 201, headers: {}, body: {} }),
  ),
  BDY06: where(
    sends(({ raw }) => raw.headers["content-encoding"] === "gzip"),
    crash,
  ),
  LIM01: fields({ code: "acme_too_large" }, hasCode("file_too_large")),
  LIM02: fields({ detail: { limit: 1_000 } }, hasCode("file_too_large")),
  LIM03: fields({ code: "acme_slow_down" }, hasCode("rate_limited")),
  LIM04: without("Retry-After"),
  COD01: where(asks("/raise/session_busy"), (reply) => void Object.assign(reply, { status: 400 })),
  COD02: fields({ detail: {} }, hasCode("plugin_conflict")),
  COD03: fields({ code: "environment_busy" }, hasCode("acme_environment_busy")),
  TSK01: where(asks("/raise/timeout"), (reply) => void Object.assign(reply, { status: 500 })),
  TSK02: where(asks("/raise/timeout"), (reply) => void delete errorOf(reply)["detail"]),
  ERR01: where(asks("/crash"), () => failure(500, "server_error", "internal_error")),
  ERR02: where(asks("/crash"), (reply) => void Object.assign(errorOf(reply), { detail: { cause: "hunter2" } })),
  RET01: without("x-should-retry"),
  STR01: where(asks("/stream"), (reply) => void Object.assign(reply.headers, { "Content-Type": "application/json" })),
  STR02: where(asks("/stream"), (reply) => void Object.assign(reply, { status: 200 })),
  STR03: { mute: true },
  RAW01: { broken: BARE },
  RAW02: { broken: BARE },
  RAW03: { broken: BARE },
  RAW04: where(
    sends(({ raw }) => raw.headers.expect !== undefined),
    () => ({ status: 417, headers: {}, body: "" }),
  ),
  RAW05: where(refusesVersion, (reply, { version }) => (version === "1999-01-01" ? reply : nowhere())),
  RAW06: where(
    sends(({ method }) => method === "HEAD"),
    (_reply, { raw }) => {
      raw.socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n{}");
      return undefined;
    },
  ),
};
