import type { AnyCatalog, EndingVersion, Version } from "@uhp-errors/core";
import { answersRequests, NEWEST, rowsIn, versionOf } from "../codes/rows.ts";
import type { JsonObject } from "../json/plain.ts";
import { byStatus, defaultResponse, nameComponents, writeResponse } from "./parts.ts";
import { ErrorSchemas } from "./schemas.ts";

/** The options of {@link toOpenApi}. */
export interface OpenApiOptions {
  /** The version that clients ask for, with the dates of its end if it has one. Defaults to the newest. */
  readonly version?: Version | EndingVersion;
  /** Adds a response for any other error. False by default, because some generators mistake it for the type of a success. */
  readonly default?: boolean;
  /**
   * Allows only the codes of the catalog in the bodies. False by default, because a client that is generated from a closed document may
   * refuse the codes of a newer service.
   */
  readonly closed?: boolean;
}

/**
 * Makes an OpenAPI 3.1 document that has components but no paths: a schema for any error, a schema for each code, and a response for each
 * status with an example for each code. In the catalog of `acme`, their names are, for example, `AcmeErrorEnvelope`,
 * `AcmeErrorOrderClosed` and `AcmeError409`. Refer to them from your own document, or let `describeErrors` add the errors of your
 * operations.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 */
export function toOpenApi(
  catalog: AnyCatalog,
  { version = NEWEST, default: withDefault = false, closed = false }: OpenApiOptions = {},
): JsonObject {
  const rows = rowsIn(catalog, version);
  const names = nameComponents(catalog.vendor);
  const schemas = new ErrorSchemas(rows, catalog.vendor, "3.1");
  const responses = [...byStatus(rows.filter(answersRequests))].map(([status, codes]) => [
    names.response(status),
    writeResponse(status, codes, schemas.oneOf(codes, closed)),
  ]);
  const others = withDefault ? [[names.response("Default"), defaultResponse(schemas.any())]] : [];
  return {
    openapi: "3.1.0",
    info: { title: `Errors of ${catalog.vendor}`, version: versionOf(version) },
    components: {
      schemas: Object.fromEntries(schemas.components()),
      responses: Object.fromEntries([...responses, ...others]),
    },
  };
}
