import * as core from "@uhp-errors/core";
import * as express from "@uhp-errors/express";
import { expect, test } from "vitest";

test("core exports what it promises and nothing else", () => {
  expect(Object.keys(core).sort()).toEqual([
    "CODES",
    "CONDITIONS",
    "ERROR_TYPES",
    "REPRESENTATION_HEADERS",
    "VERSIONS",
    "VERSION_HEADER",
    "createContract",
    "createSanitizer",
    "defineCatalog",
    "isContractError",
    "joinCatalogs",
    "mayRetry",
    "parseEnvelope",
    "sanitizeMessage",
  ]);
});

test("express exports what it promises and nothing else", () => {
  expect(Object.keys(express)).toEqual(["uhp"]);
  expect(Object.keys(express.uhp)).toEqual(["contract", "errors", "attach", "async"]);
});
