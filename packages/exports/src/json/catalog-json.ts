import {
  type AnyCatalog,
  BUILT_IN_CODES,
  type CodeDefinition,
  type ErrorType,
  type Operation,
  VERSIONS,
} from "@uhp-errors/core";
import type { ErrorPlace, RetryRule } from "@uhp-errors/core/codes";
import { isContractCode, RETRY_RULES } from "@uhp-errors/core/codes";
import type { WaitsFor } from "@uhp-errors/core/internal";
import { FORMAT } from "./catalog-schema.ts";
import { type DescribedDetail, describeDetail } from "./detail.ts";
import { type OperationJson, operationsJson } from "./operation-json.ts";

/** One code, as {@link toJson} describes it. */
export interface CodeJson extends DescribedDetail {
  /** The code, as the newest version names it. */
  readonly code: string;
  /** The prefix of the vendor that added the code; null for a code of the specification. */
  readonly vendor: string | null;
  /** Who defined it: the specification, the library for every catalog, or the vendor. */
  readonly origin: "specification" | "built_in" | "vendor";
  /** Where the code may appear. */
  readonly places: readonly (ErrorPlace | "stream")[];
  readonly type: ErrorType;
  /** The HTTP statuses that the code is sent with; the first is the default. */
  readonly status: readonly number[];
  /** The oldest version of the protocol that has the code. */
  readonly since: string;
  readonly retry: {
    readonly rule: RetryRule;
    /** Whether a client may send the request again by itself, if it is safe or carries an `Idempotency-Key`. */
    readonly automatic: boolean;
    readonly waits_for: WaitsFor;
  };
  /** The message that is sent unless the service provides another. */
  readonly message: string;
  /** When a service uses the code. */
  readonly when: string;
  /** The address of the page about the code; missing if the catalog has no `docsUrl`. */
  readonly docs_url?: string;
  /** `param` of any code may name the field at fault, or be null. */
  readonly param: "optional";
}

/** A language-independent description of a catalog, as {@link toJson} returns it. `CATALOG_SCHEMA` is its JSON Schema. */
export interface CatalogJson {
  readonly format: typeof FORMAT;
  /** The prefix of the codes that every service makes up, such as `acme_internal_error`. */
  readonly vendor: string;
  /** The protocol versions, oldest first. */
  readonly versions: readonly string[];
  /** Every code of the catalog, in the order of the catalog. */
  readonly codes: readonly CodeJson[];
  /** The operations by path and method; missing if none were given. */
  readonly operations?: readonly OperationJson[];
}

/** The options of {@link toJson} and {@link compare}. */
export interface JsonOptions {
  /** The operations that are declared beside the catalog. */
  readonly operations?: readonly Operation[];
}

/**
 * Describes a catalog as plain JSON, with every fact of each code. Store it, compare it with a later catalog, or use it from another
 * language.
 *
 * @throws TypeError if `catalog` is not a catalog, if an operation is malformed or given twice, or if it has a code that answers no request
 * or is not in the catalog.
 * @example
 * writeFileSync("acme-errors.json", JSON.stringify(toJson(acme), null, 2));
 */
export function toJson(catalog: AnyCatalog, { operations }: JsonOptions = {}): CatalogJson {
  if (typeof catalog?.definition !== "function" || typeof catalog.codes !== "object") {
    throw new TypeError("catalog: expected what defineCatalog or joinCatalogs returns");
  }
  const codes = Object.entries(catalog.codes).map(([code, definition]) => ({
    ...codeJson(code, definition),
    ...describePage(code, catalog),
  }));
  return {
    format: FORMAT,
    vendor: catalog.vendor,
    versions: [...VERSIONS],
    codes,
    ...(operations === undefined ? {} : { operations: operationsJson(operations, catalog) }),
  };
}

/** Returns the address of the page about a code, by the name that clients see; nothing if the catalog has no pages. */
export function describePage(name: string, { docsUrl }: AnyCatalog): Pick<CodeJson, "docs_url"> {
  return docsUrl === undefined ? {} : { docs_url: docsUrl.replaceAll("{code}", name) };
}

function codeJson(code: string, definition: CodeDefinition): CodeJson {
  const { where, type, status, since, retry, message, when } = definition;
  const { automatic, waitsFor } = RETRY_RULES[retry];
  return {
    code,
    ...findOrigin(code),
    places: where === "request" ? [where] : [where, "stream"],
    type,
    status: [status].flat(),
    since,
    retry: { rule: retry, automatic, waits_for: waitsFor },
    message,
    when,
    param: "optional",
    ...describeDetail(definition),
  };
}

function findOrigin(code: string): Pick<CodeJson, "vendor" | "origin"> {
  if (isContractCode(code)) return { vendor: null, origin: "specification" };
  const vendor = code.slice(0, code.indexOf("_"));
  const isBuiltIn = Object.hasOwn(BUILT_IN_CODES, code.slice(vendor.length + 1));
  return { vendor, origin: isBuiltIn ? "built_in" : "vendor" };
}
