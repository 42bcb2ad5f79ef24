import { defineCatalog } from "@uhp-errors/core";
import {
  type AnswerCode,
  compare,
  describeErrors,
  toConstants,
  toHtml,
  toJson,
  toJsonSchema,
  toMarkdown,
  toOpenApi,
  toOverlay,
} from "@uhp-errors/exports";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative() }),
    },
  },
});

const document = {
  openapi: "3.1.0",
  info: { title: "Acme", version: "1.0.0" },
  paths: {
    "/v1/harnesses/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "The harness." } },
      },
    },
  },
};

const codes: readonly AnswerCode<typeof acme.codes>[] = ["harness_not_found", "acme_gpu_cold"];
const operations = { "GET /v1/harnesses/{id}": codes };

export const described = describeErrors(document, acme, { operations });
export const overlay = toOverlay(acme, { operations });
export const components = toOpenApi(acme, "2026-10-04");
export const forReaders = toJsonSchema(acme);
export const forChecks = toJsonSchema(acme, "2026-10-04", { strict: true });
export const page = toHtml(acme, { title: "Errors of Acme" });
export const text = toMarkdown(acme);
export const constants = toConstants(acme, "python");
export const changes = compare(JSON.stringify(toJson(acme)), acme);
