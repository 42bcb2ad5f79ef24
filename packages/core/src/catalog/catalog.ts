import { CODES, type CodeDefinition, defaultStatus } from "../codes/index.ts";
import { type ContractError, createContractError, type StackTraces } from "../errors/contract-error.ts";
import { toParam } from "../errors/param.ts";
import { ownFields, peek } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import { BUILT_IN_CODES, type BuiltInCode } from "./built-in-codes.ts";
import { bareStatusDefinition, builtInDefinition } from "./built-in-definition.ts";
import type { CheckedDefinition, LooseDefinitions } from "./checked-definition.ts";
import { checkDetail } from "./detail-check.ts";
import { assertVendorPrefix, type CheckedPrefix } from "./prefix.ts";
import type { ContractTable, InitArguments, RequestCode, TaskCode, VendorTable } from "./table.ts";
import { type VendorDefinitions, vendorDefinition } from "./vendor-definition.ts";

/** The part of a catalog that says which codes exist, whatever their types. */
export interface AnyCatalog {
  /** The prefix of the codes that the library itself has to make up, such as `acme_internal_error`. */
  readonly vendor: string;
  /** Every code of the catalog with its row: the contract's, the built-in conditions and the vendors' own. */
  readonly definitions: ReadonlyMap<string, CodeDefinition>;
  /** The row of a code; `undefined` when the catalog has none. Safe for any string. */
  definition(code: string): CodeDefinition | undefined;
}

/** Which codes exist, and the one constructor of errors. Pure data: share it across services and with clients. */
export interface Catalog<Table extends object = ContractTable> extends AnyCatalog {
  /** Which errors record a stack. */
  readonly stackTraces: StackTraces;
  /**
   * Makes an error to throw. Never throws itself: a code, detail or status that the catalog does not allow makes an
   * internal error whose `problem` says what to mend, so that a slip in a rarely used branch cannot stop a service.
   *
   * @example
   * throw acme.error("file_too_large", { param: "file", detail: { max_bytes: 1_048_576 } });
   */
  error<Code extends RequestCode<Table>>(
    code: Code,
    ...init: InitArguments<Table[Code & keyof Table]>
  ): ContractError<Code>;
  /**
   * Makes what a task failed with, to be thrown inside the task and handed to `contract.task.failed` or to a stream's
   * `fail`. Never throws itself. It cannot answer a request: there it is an internal error.
   *
   * @example
   * throw acme.taskError("provider_error", { cause });
   */
  taskError<Code extends TaskCode<Table>>(
    code: Code,
    ...init: InitArguments<Table[Code & keyof Table]>
  ): ContractError<Code>;
}

/** What {@link defineCatalog} takes. */
export interface CatalogOptions<Vendor extends string, Definitions extends LooseDefinitions> {
  /** Prefix of the vendor's codes: lower-case letters and digits, not a word of the contract's own codes. */
  readonly vendor: CheckedPrefix<Vendor>;
  /** The vendor's own codes, and other texts for built-in conditions. */
  readonly codes?: Definitions & {
    readonly [Code in keyof Definitions]: CheckedDefinition<Vendor, Code, Definitions[Code]>;
  };
  /** Which errors record a stack: `"server_errors"` (default; a request fault is an answer, not a bug) or `"all"`. */
  readonly stackTraces?: StackTraces;
}

/** A definition as it may arrive at run time. */
interface LooseCatalogOptions {
  readonly vendor: unknown;
  readonly codes?: VendorDefinitions;
  readonly stackTraces?: StackTraces;
}

/**
 * Declares the codes of a vendor on top of the contract's 43.
 *
 * @throws TypeError naming the code and the rule, for a prefix or a row that the contract does not allow.
 * @example
 * const acme = defineCatalog({
 *   vendor: "acme",
 *   codes: { acme_gpu_cold: { status: 503, message: "The accelerator is warming up." } },
 * });
 */
export function defineCatalog<
  const Vendor extends string,
  const Definitions extends LooseDefinitions = Record<never, never>,
>(definition: CatalogOptions<Vendor, Definitions>): Catalog<ContractTable & VendorTable<Vendor, Definitions>> {
  if (typeof definition !== "object" || definition === null) throw new TypeError("expected { vendor, codes }");
  const { vendor, codes = {}, stackTraces = "server_errors", ...rest } = ownFields<LooseCatalogOptions>(definition);
  assertVendorPrefix(vendor);
  const extra = Object.keys(rest);
  if (extra.length > 0) {
    throw new TypeError(`unknown ${extra.join(", ")}; a catalog is defined by vendor, codes and stackTraces`);
  }
  if (typeof codes !== "object" || codes === null || Array.isArray(codes)) {
    throw new TypeError("codes: expected an object with a row for each code");
  }
  if (stackTraces !== "server_errors" && stackTraces !== "all") {
    throw new TypeError('stackTraces: expected "server_errors" or "all"');
  }
  const definitions = new Map<string, CodeDefinition>(Object.entries(CODES));
  for (const name of Object.keys(BUILT_IN_CODES) as BuiltInCode[])
    definitions.set(`${vendor}_${name}`, builtInDefinition(name));
  for (const [code, definition] of Object.entries(codes))
    definitions.set(code, vendorDefinition(vendor, code, definition));
  return createCatalog(vendor, definitions, stackTraces);
}

/**
 * A catalog from the rows of all vendors joined. `vendor` is the prefix for codes that the library makes up.
 * Types are the caller's to state, since rows do not carry them.
 */
export function createCatalog<Table extends object>(
  vendor: string,
  definitions: ReadonlyMap<string, CodeDefinition>,
  stackTraces: StackTraces,
): Catalog<Table> {
  const definition = (code: string): CodeDefinition | undefined =>
    definitions.get(code) ?? definitionOfBareStatus(vendor, code);
  const maker = (inTask: boolean) => {
    const make = (code: string, init?: unknown): ContractError => {
      const parts = errorParts(code, typeof code === "string" ? definition(code) : undefined, init, inTask);
      if (parts.problem === undefined) return createContractError(parts, stackTraces, make);
      const internal = `${vendor}_internal_error`;
      // What the caller knew of the failure stays with the operator, behind what is wrong with the call.
      const cause = new TypeError(parts.problem, { cause: peek(init, "cause") });
      return createContractError(
        { code: internal, definition: definition(internal) as CodeDefinition, ...parts, cause },
        stackTraces,
        make,
      );
    };
    return make;
  };
  const makers = { error: maker(false), taskError: maker(true) };
  return Object.freeze({ vendor, definitions, definition, stackTraces, ...makers }) as unknown as Catalog<Table>;
}

/**
 * Checks at start-up that something is a catalog. Without its own internal error it could not even say that something
 * went wrong.
 *
 * @throws TypeError
 */
export function assertCatalog(value: AnyCatalog | undefined): asserts value is AnyCatalog {
  if (typeof value?.definition !== "function" || value.definition(`${value.vendor}_internal_error`) === undefined) {
    throw new TypeError("catalog: expected what defineCatalog or joinCatalogs returns");
  }
}

function definitionOfBareStatus(vendor: string, code: string): CodeDefinition | undefined {
  const digits = code.startsWith(`${vendor}_http_`) ? code.slice(vendor.length + 6) : "";
  return /^[45]\d\d$/.test(digits) ? bareStatusDefinition(Number(digits)) : undefined;
}

function errorParts(code: string, definition: CodeDefinition | undefined, init: unknown, inTask: boolean) {
  const misuse = (problem: string) => ({ problem, param: null, detail: null }) as const;
  if (definition === undefined) {
    const shown = typeof code === "string" ? `"${code}"` : `a value of type ${typeof code}`;
    return misuse(`${shown} is neither a code of the contract nor of this catalog; declare it with defineCatalog`);
  }
  if (definition.where !== "request" && !inTask) {
    return misuse(`"${code}" only stands inside the 200 response of a task; it cannot answer a request`);
  }
  if (definition.where === "request" && inTask) {
    return misuse(`"${code}" answers a request; a task cannot fail with it`);
  }
  const status = peek(init, "status");
  if (status !== undefined && !(Array.isArray(definition.status) && definition.status.includes(status))) {
    return misuse(`"${code}" has no choice of status; it is sent with ${defaultStatus(definition)}`);
  }
  const checked = checkDetail(code, definition, peek(init, "detail"));
  if (checked.problem !== undefined) return misuse(checked.problem);
  const cause = peek(init, "cause");
  return {
    code,
    definition,
    message: peek(init, "message"),
    status: status as number | undefined,
    param: toParam(peek(init, "param")),
    detail: checked.detail,
    retryAfter: toSeconds(peek(init, "retryAfter")),
    problem: undefined,
    ...(cause === undefined ? {} : { cause }),
  };
}
