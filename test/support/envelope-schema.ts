import { type AnyCatalog, VERSIONS, type Version } from "@uhp-errors/core";
import { toJsonSchema } from "@uhp-errors/exports";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { Received } from "./http.ts";

/**
 * Checks bodies against the strict JSON Schema made from a catalog, in the version that the response names. The validator is not the
 * library's own, and it sees what was really sent.
 */
export function schemaCheck(catalog: AnyCatalog): (received: Pick<Received, "headers" | "body">) => void {
  const validators = new Map<Version, ValidateFunction>();
  return ({ headers, body }) => {
    const version = VERSIONS.find((one) => one === headers["uhp-version"]);
    if (version === undefined) throw new Error(`there is no version ${headers["uhp-version"]}`);
    const validate = validators.get(version) ?? compiled(catalog, version);
    validators.set(version, validate);
    expect([validate(JSON.parse(body)), validate.errors]).toEqual([true, null]);
  };
}

function compiled(catalog: AnyCatalog, version: Version): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false });
  return ajv.compile(toJsonSchema(catalog, { version, strict: true }));
}
