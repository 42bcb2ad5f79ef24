import { CODES, type CodeDefinition } from "../codes/index.ts";
import { type ContractError, createContractError, type StackTraces } from "../errors/contract-error.ts";
import { ownFields, peek } from "../untrusted/peek.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { BUILT_IN_CODES, type BuiltInCode } from "./built-in-codes.ts";
import { bareStatusDefinition, builtInDefinition } from "./built-in-definition.ts";
import type { ContractCodes, RequestCode, TaskCode, VendorCodes } from "./catalog-codes.ts";
import type { CheckedRequestCode, CheckedTaskCode } from "./checked-code.ts";
import type { CheckedDefinitions, Inferred, LooseDefinitions } from "./checked-definition.ts";
import type { InitArguments } from "./error-init.ts";
import { errorParts, misusedError } from "./error-parts.ts";
import { assertVendorPrefix, type CheckedPrefix } from "./prefix.ts";
import { relayOf } from "./relay.ts";
import type { RelayRules } from "./relay-rules.ts";
import { type VendorDefinitions, vendorDefinition } from "./vendor-definition.ts";

/** Which codes exist, and the one constructor of errors. Pure data: share it across services and with clients. */
export interface Catalog<Codes extends object = ContractCodes> extends AnyCatalog {
  /**
   * Every code of the catalog with its definition: the contract's, the built-in codes and the vendors' own. It inherits
   * nothing; for a code that is not known to exist, {@link AnyCatalog.definition} answers.
   *
   * @example
   * acme.codes.acme_gpu_cold.status; // 503
   */
  readonly codes: { readonly [Code in keyof Codes]: Codes[Code] extends CodeDefinition ? Codes[Code] : never };
  /** Which errors record a stack. */
  readonly captureStackTraces: StackTraces;
  /**
   * Makes an error to throw. Never throws itself, so that a slip in a rarely used branch cannot stop a service: a code or status that the catalog
   * does not have makes an internal error. A detail or wait that does not fit is left out, and of a detail the fields at fault. `misuse`
   * says what to fix, here and in the report.
   *
   * @example
   * throw acme.error("file_too_large", { param: "file", detail: { max_bytes: 1_048_576 } });
   */
  error<const Code extends string>(
    code: CheckedRequestCode<Codes, Code>,
    ...init: InitArguments<Codes, Code, RequestCode<Codes>>
  ): ContractError<Code>;
  /**
   * Makes what a task failed with, to be thrown inside the task and handed to `contract.task.failed` or to a stream's
   * `fail`. Never throws itself. It cannot answer a request: there it is an internal error.
   *
   * @example
   * throw acme.taskError("provider_error", { cause });
   */
  taskError<const Code extends string>(
    code: CheckedTaskCode<Codes, Code>,
    ...init: InitArguments<Codes, Code, TaskCode<Codes>>
  ): ContractError<Code>;
  /**
   * What to throw when a call of another service failed: this catalog's error for a code that the rules name, and anything else as
   * it is, which is then answered as a failure upstream (502 or 504). Of the other service's error it keeps the fields of `detail`
   * that this catalog declares, and the wait for a retry. Never throws: rules that {@link Catalog.relayer} refuses make an internal
   * error whose `misuse` says why.
   *
   * @param error What `@uhp-errors/client` threw, or anything else.
   * @example
   * throw acme.relay(thrown, { pass: ["session_busy", "quota_exhausted"], as: { file_not_found: "acme_no_such_input" } });
   */
  relay<Thrown, Upstream extends AnyCatalog | undefined = undefined>(
    error: Thrown,
    rules: RelayRules<Codes, Upstream>,
  ): ContractError | Thrown;
  /**
   * Makes a {@link Catalog.relay} for one other service. Its rules are checked now, once.
   *
   * @throws TypeError that names the code and why it cannot be relayed.
   * @example
   * const relayed = acme.relayer({ from: globex, pass: ["session_busy"], as: { globex_gpu_cold: "harness_unavailable" } });
   * // later, in a catch clause:
   * throw relayed(thrown);
   */
  relayer<Upstream extends AnyCatalog | undefined = undefined>(
    rules: RelayRules<Codes, Upstream>,
  ): <Thrown>(error: Thrown) => ContractError | Thrown;
}

/** What {@link defineCatalog} takes. */
export interface CatalogOptions<Vendor extends string, Definitions extends LooseDefinitions> {
  /** The prefix of your codes: lower-case letters and digits, and no word of the specification's own codes. */
  readonly vendor: CheckedPrefix<Vendor>;
  /**
   * Your own codes, and other messages for built-in codes.
   *
   * @defaultValue none
   */
  readonly codes?: CheckedDefinitions<Vendor, Definitions> | Inferred<Definitions>;
  /**
   * Which errors record a stack trace: `"server_errors"`, since an error that the client caused is no bug, or `"all"`.
   *
   * @defaultValue `"server_errors"`
   */
  readonly captureStackTraces?: StackTraces;
}

/** A definition as it may arrive at run time. */
interface LooseCatalogOptions {
  readonly vendor: unknown;
  readonly codes?: VendorDefinitions;
  readonly captureStackTraces?: StackTraces;
}

/**
 * Makes the catalog of a vendor: its own codes, on top of the contract's.
 *
 * @throws TypeError naming the code and the rule, for a prefix or a definition that the contract does not allow.
 * @example
 * const acme = defineCatalog({
 *   vendor: "acme",
 *   codes: { acme_gpu_cold: { status: 503, message: "The accelerator is warming up." } },
 * });
 */
export function defineCatalog<
  const Vendor extends string,
  const Definitions extends LooseDefinitions = Record<never, never>,
>(definition: CatalogOptions<Vendor, Definitions>): Catalog<VendorCodes<Vendor, Definitions>> {
  if (typeof definition !== "object" || definition === null) throw new TypeError("expected { vendor, codes }");
  const {
    vendor,
    codes = {},
    captureStackTraces = "server_errors",
    ...rest
  } = ownFields(definition as LooseCatalogOptions);
  assertVendorPrefix(vendor);
  const extra = Object.keys(rest);
  if (extra.length > 0) {
    throw new TypeError(`unknown ${extra.join(", ")}; a catalog is defined by vendor, codes and captureStackTraces`);
  }
  if (typeof codes !== "object" || codes === null || Array.isArray(codes)) {
    throw new TypeError("codes: expected an object with a row for each code");
  }
  if (captureStackTraces !== "server_errors" && captureStackTraces !== "all") {
    throw new TypeError('captureStackTraces: expected "server_errors" or "all"');
  }
  const builtIn = (Object.keys(BUILT_IN_CODES) as BuiltInCode[]).map((name) => [
    `${vendor}_${name}`,
    builtInDefinition(name),
  ]);
  const own = Object.entries(codes).map(([code, given]) => [code, vendorDefinition(vendor, code, given)]);
  const all = ownFields<Record<string, CodeDefinition>>({ ...CODES, ...Object.fromEntries([...builtIn, ...own]) });
  return createCatalog(vendor, all, captureStackTraces);
}

/**
 * A catalog of codes that were checked and inherit nothing. `vendor` is the prefix for codes that the library makes up.
 * The caller states the types, since definitions do not carry them at run time.
 */
export function createCatalog<Codes extends object>(
  vendor: string,
  codes: Readonly<Record<string, CodeDefinition>>,
  captureStackTraces: StackTraces,
): Catalog<Codes> {
  Object.freeze(codes);
  const definition = (code: string): CodeDefinition | undefined => codes[code] ?? definitionOfBareStatus(vendor, code);
  const facts = { vendor, codes, definition, captureStackTraces };
  const maker = (inTask: boolean) => {
    const make = (code: string, init?: unknown): ContractError => {
      const parts = errorParts(code, typeof code === "string" ? definition(code) : undefined, init, inTask);
      return parts.refused === undefined
        ? createContractError(parts, captureStackTraces, make)
        : misusedError(facts, parts.refused, peek(init, "cause"), make);
    };
    return make;
  };
  const error = maker(false);
  return Object.freeze({ ...facts, error, taskError: maker(true), ...relayOf(facts) }) as unknown as Catalog<Codes>;
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
