import * as cli from "@uhp-errors/cli";
import * as client from "@uhp-errors/client";
import * as conformance from "@uhp-errors/conformance";
import * as core from "@uhp-errors/core";
import * as codes from "@uhp-errors/core/codes";
import * as retry from "@uhp-errors/core/retry";
import * as exporters from "@uhp-errors/exports";
import * as express from "@uhp-errors/express";
import * as fastify from "@uhp-errors/fastify";
import * as h3 from "@uhp-errors/h3";
import * as hono from "@uhp-errors/hono";
import * as koa from "@uhp-errors/koa";
import * as nestjs from "@uhp-errors/nestjs";
import * as node from "@uhp-errors/node";
import * as otel from "@uhp-errors/otel";
import * as testing from "@uhp-errors/testing";
import * as web from "@uhp-errors/web";
import { expect, test } from "vitest";

test("core exports what it promises and nothing else", () => {
  expect(Object.keys(core).sort()).toEqual([
    "BUILT_IN_CODES",
    "CODES",
    "ERROR_TYPES",
    "REPRESENTATION_HEADERS",
    "RETRY_RULES",
    "RETRY_TABLE",
    "RequestMemory",
    "VERSIONS",
    "VERSION_HEADER",
    "authenticate",
    "codeForVersion",
    "combine",
    "createContract",
    "createSanitizer",
    "defineCatalog",
    "ensureFound",
    "ensureMemoryAccess",
    "isContractError",
    "joinCatalogs",
    "mayRetry",
    "parseEnvelope",
    "printReports",
    "readBearer",
    "recognizeClass",
    "retryAdvice",
    "retryRule",
    "sanitizeMessage",
  ]);
});

test("express exports what it promises and nothing else", () => {
  expect(Object.keys(express).sort()).toEqual([
    "asyncHandler",
    "attach",
    "bearer",
    "install",
    "outside",
    "requestContext",
    "sendError",
    "stream",
    "uhp",
    "uhpErrorHandler",
  ]);
});

test("koa exports what it promises and nothing else", () => {
  expect(Object.keys(koa).sort()).toEqual(["attach", "bearer", "install", "requestContext", "stream", "uhp"]);
});

test("h3 exports what it promises and nothing else", () => {
  expect(Object.keys(h3).sort()).toEqual(["bearer", "install", "requestContext", "stream", "uhp", "uhpErrorHandler"]);
});

test("fastify exports what it promises and nothing else", () => {
  expect(Object.keys(fastify).sort()).toEqual([
    "attach",
    "bearer",
    "requestContext",
    "sendError",
    "stream",
    "uhp",
    "uhpServerOptions",
  ]);
});

test("nestjs exports what it promises and nothing else", () => {
  expect(Object.keys(nestjs).sort()).toEqual([
    "BearerGuard",
    "UHP_CONTRACT",
    "UhpError",
    "UhpModule",
    "bearer",
    "exceptionFactory",
    "operationsOf",
    "requestContext",
    "stream",
  ]);
});

test("node exports what it promises and nothing else", () => {
  expect(Object.keys(node).sort()).toEqual([
    "Principals",
    "Responder",
    "abortResponse",
    "allowResponse",
    "attach",
    "attachOnListen",
    "attachServerOf",
    "clientErrorListener",
    "defineFramework",
    "expectContract",
    "intercept",
    "isAnswered",
    "isBuffering",
    "requestContext",
    "responderInCharge",
    "responderOf",
    "sendError",
    "stream",
    "warnOnce",
    "warnUnlessAttached",
  ]);
});

test("web exports what it promises and nothing else", () => {
  expect(Object.keys(web).sort()).toEqual([
    "Responder",
    "bearer",
    "requestContext",
    "responderOf",
    "stream",
    "uhp",
    "watchBody",
    "watchReaders",
  ]);
});

test("hono exports what it promises and nothing else", () => {
  expect(Object.keys(hono).sort()).toEqual([
    "bearer",
    "install",
    "requestContext",
    "stream",
    "uhp",
    "uhpErrorHandler",
    "uhpNotFoundHandler",
    "validationHook",
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

test("testing exports what it promises and nothing else", () => {
  expect(Object.keys(testing).sort()).toEqual([
    "assertContract",
    "collectReports",
    "expectContractError",
    "mockServer",
    "sampleDetail",
  ]);
});

test("core's codes export what they promise and nothing else", () => {
  expect(Object.keys(codes).sort()).toEqual([
    "CODES",
    "CODE_FACTS",
    "DETAIL_KINDS",
    "ERROR_TYPES",
    "RETRY_RULES",
    "VERSIONS",
    "VERSION_HEADER",
    "checkShape",
    "defaultStatus",
    "fieldsOf",
    "isContractCode",
    "isRetryRule",
    "isSchema",
    "misfitIn",
  ]);
});

test("core's rules of retries export what they promise and nothing else", () => {
  expect(Object.keys(retry).sort()).toEqual(["RETRY_TABLE", "mayRetry", "retryAdvice", "retryRule", "retryRuleOfType"]);
});

test("exports exports what it promises and nothing else", () => {
  expect(Object.keys(exporters).sort()).toEqual([
    "CATALOG_SCHEMA",
    "compare",
    "describeErrors",
    "toConstants",
    "toHtml",
    "toJson",
    "toJsonSchema",
    "toMarkdown",
    "toOpenApi",
    "toOverlay",
  ]);
});

test("conformance exports what it promises and nothing else", () => {
  expect(Object.keys(conformance).sort()).toEqual(["audits", "parseRoutes", "routesFromOpenApi"]);
});

test("cli exports what it promises and nothing else", () => {
  expect(Object.keys(cli)).toEqual(["main"]);
});

test("otel exports what it promises and nothing else", () => {
  expect(Object.keys(otel).sort()).toEqual(["keepErrorType", "observe"]);
});
