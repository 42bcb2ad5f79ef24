import { readFile } from "node:fs/promises";
import { describe, test } from "vitest";
import { SECRETS } from "../../support/secrets.ts";
import { INTERNAL, judge, rows } from "../expect-answer.ts";
import { DATABASES } from "../families/databases.ts";
import { failing, thrown } from "../families/failing.ts";
import { HTTP_CLIENTS } from "../families/http-clients.ts";
import { OTHER_SERVICES, RATE_LIMITERS } from "../families/other-services.ts";
import { SYSTEM } from "../families/system.ts";

describe("other services' failures", { concurrent: true }, () => {
  for (const { library, recognizer = library, rows: list } of [
    ...HTTP_CLIENTS,
    ...SYSTEM,
    ...DATABASES,
    ...OTHER_SERVICES,
    ...RATE_LIMITERS,
  ])
    rows(recognizer, list);
});

describe("what only looks like one", () => {
  const error = (fields: object, text: string = SECRETS.password) => Object.assign(new Error(text), fields);
  test.each([
    ["a file that is not there", failing(() => readFile(SECRETS.path))],
    ["a directory read as a file", failing(() => readFile("/"))],
    ["a file's error with a connection's code", thrown(() => error({ code: "ECONNREFUSED", syscall: "open" }))],
    ["an error of the service's own with a number", thrown(() => error({ code: 5 }))],
    ["a list of the service's own errors", thrown(() => new AggregateError([error({}), error({ code: "E" })]))],
    ["a list of nothing", thrown(() => new AggregateError([]))],
    [
      "a list of a connection's error and another",
      thrown(() => new AggregateError([error({ code: "ETIMEDOUT", syscall: "connect" }), error({})])),
    ],
    ["the service's own TimeoutError", thrown(() => error({ name: "TimeoutError", code: 23 }))],
    ["a class of the service's own that is called as Redis's", thrown(() => new TimeoutError(SECRETS.password))],
    ["a field of the service's own", thrown(() => error({ code: 14, details: "x", metadata: {} }))],
    ["a rate limit without a class", thrown(() => Object.create(null))],
    ["a client that leaves", thrown(() => error({ code: "ECONNRESET" }, "aborted"))],
  ])("%s", async (_what, provoke) => {
    judge(await provoke(), INTERNAL);
  });

  test.each<[what: string, fields: object]>([
    ["got", { name: "HTTPError", code: "ERR_NON_2XX_3XX_RESPONSE", options: { merge: {} }, response: {} }],
    ["ky", { name: "HTTPError", request: { url: "/" }, response: {}, options: {} }],
    ["fetch", { name: "TypeError", message: "fetch failed", cause: { code: "ECONNREFUSED" } }],
    ["a signal", { name: "TimeoutError", code: 23 }],
    ["openai", { status: 429, headers: {}, requestID: "r", error: {}, code: null, param: null, type: null }],
    ["@anthropic-ai/sdk", { status: 429, headers: {}, requestID: "r", error: {}, type: null }],
    ["undici", { name: "SocketError", code: "UND_ERR_SOCKET" }],
    ["axios", { name: "AxiosError", isAxiosError: true, code: "ECONNABORTED" }],
    ["a connection", { code: "ECONNREFUSED", syscall: "connect", errno: -111 }],
    ["connections", { name: "AggregateError", errors: [{ code: "ECONNREFUSED", syscall: "connect" }] }],
    ["gRPC", { code: 4, details: "x", metadata: { getMap: {} } }],
    ["pg", { name: "error", length: 9, severity: "FATAL", code: "57P01" }],
    ["mysql2", { errno: 1040, sqlState: "08004", sqlMessage: "x", code: "ER_CON_COUNT_ERROR" }],
    ["mysql2 itself", { code: "PROTOCOL_CONNECTION_LOST", fatal: true }],
    ["mongodb", { name: "MongoNetworkError", errorLabels: [], hasErrorLabel: {} }],
    ["redis", { name: "Error", message: "Socket closed unexpectedly", constructor: { name: "ErrorReply" } }],
    ["ioredis", { name: "MaxRetriesPerRequestError", constructor: { name: "RedisError" } }],
    ["prisma", { name: "PrismaClientKnownRequestError", code: "P1001", clientVersion: "6" }],
    ["a rate limit", { msBeforeNext: 9, remainingPoints: 0, consumedPoints: 2, isFirstInDuration: false }],
    ["a certificate", { code: "CERT_HAS_EXPIRED" }],
  ])("%s out of JSON", async (_what, fields) => {
    judge(await thrown(() => JSON.parse(JSON.stringify(fields)))(), INTERNAL);
  });
});

/** A class with a name that several clients use for theirs. */
class TimeoutError extends Error {}
