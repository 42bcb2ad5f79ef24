import * as client from "@uhp-errors/client";
import * as core from "@uhp-errors/core";
import * as express from "@uhp-errors/express";
import * as fastify from "@uhp-errors/fastify";
import * as koa from "@uhp-errors/koa";
import * as node from "@uhp-errors/node";
import { expect, test } from "vitest";

test("core exports what it promises and nothing else", () => {
  expect(Object.keys(core).sort()).toEqual([
    "CODES",
    "CONDITIONS",
    "ERROR_TYPES",
    "REPRESENTATION_HEADERS",
    "RETRY_TABLE",
    "VERSIONS",
    "VERSION_HEADER",
    "authenticate",
    "createContract",
    "createSanitizer",
    "defineCatalog",
    "errorClass",
    "found",
    "isContractError",
    "joinCatalogs",
    "mayRetry",
    "memoryAccess",
    "parseEnvelope",
    "readBearer",
    "retryAdvice",
    "retryRule",
    "sanitizeMessage",
  ]);
});

test("express exports what it promises and nothing else", () => {
  expect(Object.keys(express)).toEqual(["uhp"]);
  expect(Object.keys(express.uhp)).toEqual([
    "contract",
    "errors",
    "errorHandler",
    "attach",
    "async",
    "bearer",
    "stream",
    "facts",
  ]);
});

test("koa exports what it promises and nothing else", () => {
  expect(Object.keys(koa).sort()).toEqual(["attach", "bearer", "facts", "stream", "uhp"]);
});

test("fastify exports what it promises and nothing else", () => {
  expect(Object.keys(fastify).sort()).toEqual(["attach", "bearer", "facts", "stream", "uhp", "uhpServerOptions"]);
});

test("node exports what it promises and nothing else", () => {
  expect(Object.keys(node).sort()).toEqual([
    "answerBegun",
    "attach",
    "clientErrorListener",
    "cut",
    "entrust",
    "expectAttached",
    "expectContract",
    "facts",
    "fail",
    "guard",
    "isAnswered",
    "isWatched",
    "pathOf",
    "stream",
    "warnOnce",
    "write",
  ]);
});

test("client exports what it promises and nothing else", () => {
  expect(Object.keys(client).sort()).toEqual([
    "ApiError",
    "NetworkError",
    "TimeoutError",
    "UnexpectedAnswerError",
    "createClient",
    "isApiError",
    "isNetworkError",
    "isTimeoutError",
    "isUnexpectedAnswer",
    "parseError",
    "parseTask",
  ]);
});
