import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineCatalog } from "@uhp-errors/core";
import * as exported from "@uhp-errors/exports";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});
const { resolve } = createRequire(import.meta.url);
const file = readFileSync(resolve("@uhp-errors/exports/catalog.schema.json"), "utf8");
assert.deepEqual(JSON.parse(file), exported.CATALOG_SCHEMA);
assert.deepEqual(exported.compare(JSON.stringify(exported.toJson(acme)), acme), []);
const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: { "/x": { get: {} } } };
const described = exported.describeErrors(document, acme, { operations: { "GET /x": ["acme_cold"] } });
assert.deepEqual(Object.keys(described.paths["/x"].get.responses), ["400", "500", "503"]);
for (const write of [exported.toHtml, exported.toMarkdown]) assert.match(write(acme), /acme_cold/);
for (const language of ["typescript", "python", "go"]) assert.match(exported.toConstants(acme, language), /acme_cold/);
