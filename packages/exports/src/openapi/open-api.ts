import type { AnyCatalog, Version } from "@uhp-errors/core";
import { answersRequests, NEWEST, rowsIn } from "../codes/rows.ts";
import type { JsonObject } from "../json/plain.ts";
import { byStatus, defaultResponse, envelopeSchema, namesOf, responseOf } from "./parts.ts";

/** What {@link toOpenApi} takes besides. */
export interface OpenApiOptions {
  /** Adds a response for any other error. False by default: some generators take it for the type of a success. */
  readonly default?: boolean;
}

/**
 * A document of OpenAPI 3.1 that has components and no paths: one schema for all errors, and a response for each status with an
 * example for each code. For the catalog of `acme` they are `AcmeErrorEnvelope` and `AcmeError404`. Refer to them from a document of
 * yours, or let `describeErrors` add what your operations need.
 *
 * @param version The version that clients ask for; the newest when left out.
 * @throws TypeError when given something other than a catalog, or a version that is not known.
 */
export function toOpenApi(
  catalog: AnyCatalog,
  version: Version = NEWEST,
  { default: withDefault = false }: OpenApiOptions = {},
): JsonObject {
  const rows = rowsIn(catalog, version);
  const names = namesOf(catalog.vendor);
  const responses = [...byStatus(rows.filter(answersRequests))].map(([status, codes]) => [
    names.response(status),
    responseOf(status, codes, names.schema),
  ]);
  const others = withDefault ? [[names.response("Default"), defaultResponse(names.schema)]] : [];
  return {
    openapi: "3.1.0",
    info: { title: `Errors of ${catalog.vendor}`, version },
    components: {
      schemas: { [names.schema]: envelopeSchema(rows, "3.1") },
      responses: Object.fromEntries([...responses, ...others]),
    },
  };
}
