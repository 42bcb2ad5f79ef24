import type { AnyCatalog, CodeDefinition, JsonObject } from "@uhp-errors/core";
import type { DetailFields, DetailSchema } from "@uhp-errors/core/codes";
import { VERSIONS } from "@uhp-errors/core/codes";
import { type DetailKind, type DetailValue, fieldsOf, isSchema } from "@uhp-errors/core/internal";
import { sampleOf } from "./json-schema.ts";
import { repaired } from "./repair.ts";

/** The type of a detail that is valid for a definition; null if the definition says nothing about the detail. */
export type SampleDetail<Definition> = Definition extends { readonly detail: infer Shape }
  ? DetailValue<Shape, "input">
  : null;

const OF_KIND: Readonly<Record<DetailKind, JsonObject[string]>> = {
  string: "sample",
  relative_path: "skills/sample.md",
  string_list: ["sample"],
  nonempty_string_list: ["sample"],
  positive_integer: 1_048_576,
  issue_list: [{ param: "input.0.type", message: "Expected a string." }],
  nonnegative_number: 1_000,
};

/**
 * Returns a valid detail for a code, with every field that its definition names. For tests of code that reads details.
 *
 * @returns Null for a code whose definition says nothing about its detail.
 * @throws TypeError for a code that the catalog does not have, and for a schema for which no valid value was found.
 * @example
 * const thrown = acme.error("acme_gpu_cold", { detail: sampleDetail(acme, "acme_gpu_cold") });
 */
export function sampleDetail<Given extends AnyCatalog, Code extends keyof Given["codes"] & string>(
  catalog: Given,
  code: Code,
): SampleDetail<Given["codes"][Code]> {
  const definition = catalog.definition(code);
  if (definition === undefined) throw new TypeError(`"${String(code)}" is no code of the catalog`);
  return sampleFor(code, definition) as SampleDetail<Given["codes"][Code]>;
}

/** The same as {@link sampleDetail}, by definition. */
export function sampleFor(code: string, { detail }: CodeDefinition): JsonObject | null {
  if (detail === undefined) return null;
  const sample = isSchema(detail) ? fitting(detail as DetailSchema) : ofFields(detail as DetailFields, code);
  if (sample === undefined) throw new TypeError(`no detail was found that fits the schema of "${code}"; write one`);
  return sample;
}

function ofFields(fields: DetailFields, code: string): JsonObject {
  const sample = Object.fromEntries(fieldsOf(fields).map(({ name, kind }) => [name, OF_KIND[kind]]));
  return code === "unsupported_protocol_version" ? { ...sample, supported: [...VERSIONS] } : sample;
}

/** Makes a detail from the schema's own description, and then fixes what the schema reports. */
function fitting(schema: DetailSchema): JsonObject | undefined {
  return repaired(schema, sampleOf(schema));
}
