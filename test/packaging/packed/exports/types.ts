import { defineCatalog } from "@uhp-errors/core";
import { type Change, compare, describeErrors, toConstants, toJson } from "@uhp-errors/exports";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});

const changes: readonly Change[] = compare(toJson(acme), acme);
const breaking: readonly string[] = changes.filter(({ level }) => level === "major").map(({ sentence }) => sentence);
const document = { openapi: "3.1.0", paths: { "/x": {} } };
const described: typeof document = describeErrors(document, acme, { operations: { "GET /x": ["acme_cold"] } });
// @ts-expect-error a code that the catalog does not have
describeErrors(document, acme, { operations: { "GET /x": ["acme_clod"] } });
// @ts-expect-error a code that belongs only in responses of tasks
describeErrors(document, acme, { operations: { "GET /x": ["timeout"] } });
// @ts-expect-error not a language
toConstants(acme, "rust");
void [breaking, described];
