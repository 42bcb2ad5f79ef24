import type { AnyCatalog, CodeDefinition, JsonObject } from "@uhp-errors/core";
import type { DetailSchema } from "@uhp-errors/core/codes";
import { VERSIONS } from "@uhp-errors/core/codes";
import { type DetailValue, isSchema } from "@uhp-errors/core/internal";
import { exampleInput } from "@uhp-errors/exports/internal";
import { repaired } from "./repair.ts";

/** The type of a detail that is valid for a definition; null if the definition says nothing about the detail. */
export type SampleDetail<Definition> = Definition extends { readonly detail: infer Shape }
  ? DetailValue<Shape, "input">
  : null;

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
  const example = exampleInput(detail);
  const sample = isSchema(detail) ? repaired(detail as DetailSchema, example) : (example as JsonObject);
  if (sample === undefined) throw new TypeError(`no detail was found that fits the schema of "${code}"; write one`);
  return code === "unsupported_protocol_version" ? { ...sample, supported: [...VERSIONS] } : sample;
}
