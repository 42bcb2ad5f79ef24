import { attempt, isRecord } from "@uhp-errors/core/internal";
import type { CatalogJson } from "./catalog-json.ts";
import { CATALOG_SCHEMA, FORMAT } from "./catalog-schema.ts";
import { misfit } from "./check.ts";
import { operationKey } from "./operation-json.ts";
import { isTooDeep, shorten } from "./plain.ts";

/**
 * Reads the output of `toJson`: as a string, as bytes, or as the parsed value.
 *
 * @throws TypeError that names the first place where the input does not fit its JSON Schema, a duplicate code or operation, or a format that this
 * release does not read.
 */
export function readCatalogJson(given: unknown): CatalogJson {
  const text = given instanceof Uint8Array ? new TextDecoder().decode(given) : given;
  const value = typeof text === "string" ? parsed(text) : text;
  if (isRecord(value) && Object.hasOwn(value, "format") && value["format"] !== FORMAT) {
    const format = attempt(
      () => shorten(String(JSON.stringify(value["format"]))),
      () => "of its own",
    );
    refuse(`it is of format ${format}, and this release reads format ${FORMAT} alone`);
  }
  const found = misfit(CATALOG_SCHEMA, value);
  if (found !== undefined) refuse(found);
  const json = value as CatalogJson;
  const seen = new Set<string>();
  for (const [index, { code, detail }] of json.codes.entries()) {
    if (isTooDeep(detail)) refuse(`codes[${index}].detail: is nested too deep`);
    if (seen.has(code)) refuse(`"${code}" is there twice`);
    seen.add(code);
  }
  const operations = new Set<string>();
  for (const operation of json.operations ?? []) {
    const key = operationKey(operation);
    if (operations.has(key)) refuse(`${operation.method} ${operation.path} is there twice`);
    operations.add(key);
  }
  return json;
}

function parsed(text: string): unknown {
  return attempt<unknown>(
    // Some editors write a byte order mark at the start of a file.
    () => JSON.parse(text.replace(/^\ufeff/, "")),
    () => refuse("it is not JSON"),
  );
}

function refuse(reason: string): never {
  throw new TypeError(`expected what toJson(catalog) returns, as \`uhp-errors export --json\` prints it: ${reason}`);
}
