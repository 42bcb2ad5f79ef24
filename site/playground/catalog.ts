import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { type CatalogJson, type CodeJson, compare, toJson, toOpenApi } from "@uhp-errors/exports";
import { isObject, type JsonObject, parsed } from "./json.ts";
import { issuesOf } from "./schema.ts";

/** The constructors of a catalog's errors, for codes that are known only at run time. */
export interface LooseCatalog extends AnyCatalog {
  error(code: string, init?: object): Error;
  taskError(code: string, init?: object): Error;
}

/** The codes to choose from. */
export interface Shelf {
  readonly catalog: LooseCatalog;
  readonly codes: readonly CodeJson[];
}

type Options = Parameters<typeof defineCatalog>[0];

function shelfOf(vendor: string, codes: object = {}): Shelf {
  const options = { vendor, codes } as unknown as Options;
  const catalog = defineCatalog(options) as unknown as LooseCatalog;
  return { catalog, codes: toJson(catalog).codes };
}

/** A catalog with no codes of its own. @throws TypeError for a vendor that the contract does not allow. */
export function plainShelf(vendor: string): Shelf {
  return shelfOf(vendor);
}

/**
 * Makes a catalog from the output of `toJson`.
 *
 * @throws TypeError that names where the string differs from what `toJson` writes.
 */
export function pastedShelf(text: string): Shelf {
  const given = parsed(text);
  if (given === undefined) throw new TypeError("This is not JSON.");
  // Called only because it checks the form of `given`. The differences do not matter here.
  compare(given, plainShelf("any").catalog);
  const { vendor, codes } = given as unknown as CatalogJson;
  const own = codes.filter(({ origin }) => origin === "vendor");
  return shelfOf(vendor, Object.fromEntries(own.map((row) => [row.code, definitionOf(row)])));
}

function definitionOf({ places, status, message, when, retry, detail }: CodeJson): object {
  const shape = detail === null ? {} : { detail: standardSchema(detail as JsonObject) };
  if (!places.includes("request")) return { task: true, message, when, ...shape };
  return { status: status[0], message, when, retry: retry.rule, ...shape };
}

/** Wraps a JSON Schema in the form that a definition takes (standardschema.dev). */
function standardSchema(schema: JsonObject): object {
  const validate = (value: unknown) => {
    const issues = issuesOf(schema, value as JsonObject).map(({ field, says }) => ({
      message: says,
      path: field === "" ? [] : field.split("."),
    }));
    return issues.length === 0 ? { value } : { issues };
  };
  return {
    "~standard": {
      version: 1,
      vendor: "playground",
      validate,
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

/** A valid detail for a code, from its example in OpenAPI. */
export function exampleDetail({ catalog }: Shelf, { code }: CodeJson): JsonObject | null {
  const responses = Object.values((toOpenApi(catalog) as unknown as Documented).components.responses);
  const example = responses
    .map(({ content }) => content["application/json"].examples[code])
    .find((one) => one !== undefined);
  const detail = example?.value.error.detail;
  return isObject(detail) ? detail : null;
}

interface Documented {
  readonly components: {
    readonly responses: Readonly<
      Record<
        string,
        {
          readonly content: {
            readonly "application/json": {
              readonly examples: Readonly<
                Record<string, { readonly value: { readonly error: { readonly detail: unknown } } }>
              >;
            };
          };
        }
      >
    >;
  };
}
