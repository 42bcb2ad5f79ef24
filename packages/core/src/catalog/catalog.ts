import { CODES, type CodeDefinition, isContractCode } from "../codes/index.ts";
import { type ContractError, createContractError, type StackTraces } from "../errors/contract-error.ts";
import { isObject, ownFields } from "../untrusted/peek.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { BUILT_IN_CODES, type BuiltInCode } from "./built-in-codes.ts";
import { bareStatusDefinition, builtInDefinition } from "./built-in-definition.ts";
import type { CatalogCodes, RequestCode, TaskCode } from "./catalog-codes.ts";
import type { CheckedRequestCode, CheckedTaskCode } from "./checked-code.ts";
import type { CheckedDefinitions, Inferred, LooseDefinitions } from "./checked-definition.ts";
import { type CheckedUse, type ContractCodes, usedCodes } from "./contract-codes.ts";
import { assertDocsUrl } from "./docs-url.ts";
import type { InitArguments } from "./error-init.ts";
import { errorParts, misusedError } from "./error-parts.ts";
import { assertOperation, type CatalogOperation, type CheckedOperation, type Operation } from "./operation.ts";
import { assertVendorPrefix, type CheckedPrefix } from "./prefix.ts";
import { relayOf } from "./relay.ts";
import type { RelayRules } from "./relay-rules.ts";
import { type VendorDefinitions, vendorDefinition } from "./vendor-definition.ts";

/** The set of codes that exist, and the functions that make errors. Pure data: share it across services and with clients. */
export interface Catalog<Codes extends object = ContractCodes> extends AnyCatalog {
  /**
   * Every code of the catalog with its definition: the contract's codes that it uses, the built-in codes, and the vendors' own. The object
   * has no prototype. To look up an arbitrary string, use {@link AnyCatalog.definition}.
   *
   * @example
   * acme.codes.acme_gpu_cold.status; // 503
   */
  readonly codes: { readonly [Code in keyof Codes]: Codes[Code] extends CodeDefinition ? Codes[Code] : never };
  /** Which errors record a stack. */
  readonly captureStackTraces: StackTraces;
  /**
   * Makes an error to throw. Never throws itself, so a mistake in a rarely used branch cannot stop a service. A code that the catalog does
   * not have makes an internal error. Detail fields that do not fit are left out; if the rest is not a valid detail, so is the whole
   * detail. A status or wait that does not fit and unknown fields are left out too. `misuse` says what to fix, on the error and in the
   * report.
   *
   * @example
   * throw acme.error("file_too_large", { param: "file", detail: { max_bytes: 1_048_576 } });
   */
  error<const Code extends string, Init = undefined>(
    code: CheckedRequestCode<Codes, Code, Init>,
    ...init: InitArguments<Codes, Code, RequestCode<Codes>, Init>
  ): ContractError<Code>;
  /**
   * Makes the error of a failed task. Throw it inside the task, and pass it to `contract.task.failed` or to a stream's `fail`. Never
   * throws itself. It cannot answer a request: there it becomes an internal error.
   *
   * @example
   * throw acme.taskError("provider_error", { cause });
   */
  taskError<const Code extends string, Init = undefined>(
    code: CheckedTaskCode<Codes, Code, Init>,
    ...init: InitArguments<Codes, Code, TaskCode<Codes>, Init>
  ): ContractError<Code>;
  /**
   * Makes the errors of one operation. Its `error` is that of the catalog, but the compiler accepts only the codes that the operation
   * declares and those that any operation can answer with.
   *
   * @throws TypeError that names the operation, if it is malformed or declares a code that the catalog does not have.
   * @example
   * const pay = acme.operation(payOrder);
   * throw pay.error("acme_order_closed");
   */
  operation<const Declared extends Operation>(
    operation: CheckedOperation<Codes, Declared> | Inferred<Declared>,
  ): CatalogOperation<Codes, Declared>;
  /**
   * Returns what to throw when a call to another service has failed. For a code that the rules name, that is an error of this catalog.
   * It keeps the wait for a retry, and the fields of `detail` that this catalog declares. Anything else is returned unchanged; if thrown,
   * it is answered as an upstream failure (502 or 504). Never throws: rules that {@link Catalog.relayer} rejects make an internal error
   * whose `misuse` says why.
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
   * Makes a {@link Catalog.relay} function for one other service. Checks the rules once, immediately.
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

/** The options of {@link defineCatalog}. */
export interface CatalogOptions<
  Vendor extends string,
  Definitions extends LooseDefinitions,
  Used extends readonly string[] = readonly string[],
> {
  /** The prefix of your codes: lower-case letters and digits, and not a word that begins one of the specification's codes. */
  readonly vendor: CheckedPrefix<Vendor>;
  /**
   * Your own codes, and your messages for built-in codes.
   *
   * @defaultValue none
   */
  readonly codes?: CheckedDefinitions<Vendor, Definitions> | Inferred<Definitions>;
  /**
   * The specification's codes that your services use, by group or by code, such as `["sessions", "file_not_found"]`. The groups are
   * `harnesses`, `sessions`, `files`, `plugins`, `environments`, `memories` and `tasks`. Types, completions and exports leave out the other
   * codes. Codes that any operation can answer with, such as `invalid_input`, are always there. No response changes.
   *
   * @defaultValue all of them
   */
  readonly contractCodes?: CheckedUse<Used> | Inferred<Used>;
  /**
   * Which errors record a stack trace: `"server_errors"`, because an error that the client caused is not a bug, or `"all"`.
   *
   * @defaultValue `"server_errors"`
   */
  readonly captureStackTraces?: StackTraces;
  /**
   * The address of the page about each code, such as `"https://docs.acme.example/errors/{code}"`. Errors then carry it in the header
   * `Link`, with `rel="help"`. In place of `{code}` is the code that the client gets, which in an older version may have your prefix.
   *
   * @defaultValue no pages
   */
  readonly docsUrl?: string;
}

interface LooseCatalogOptions {
  readonly vendor: unknown;
  readonly codes?: VendorDefinitions;
  readonly contractCodes?: unknown;
  readonly captureStackTraces?: StackTraces;
  readonly docsUrl?: string;
}

/**
 * Makes a vendor's catalog: its own codes, on top of the contract's.
 *
 * @throws TypeError that names the code and the rule, for a prefix or a definition that the contract does not allow. `createContract`
 * checks what messages say.
 * @example
 * const acme = defineCatalog({
 *   vendor: "acme",
 *   codes: { acme_gpu_cold: { status: 503, message: "The accelerator is warming up." } },
 * });
 */
export function defineCatalog<
  const Vendor extends string,
  const Definitions extends LooseDefinitions = Record<never, never>,
  const Used extends readonly string[] = readonly string[],
>(definition: CatalogOptions<Vendor, Definitions, Used>): Catalog<CatalogCodes<Vendor, Definitions, Used[number]>> {
  if (typeof definition !== "object" || definition === null) throw new TypeError("expected { vendor, codes }");
  const {
    vendor,
    codes = {},
    contractCodes,
    captureStackTraces = "server_errors",
    docsUrl,
    ...rest
  } = ownFields(definition as LooseCatalogOptions);
  assertVendorPrefix(vendor);
  const extra = Object.keys(rest);
  if (extra.length > 0) {
    throw new TypeError(
      `unknown ${extra.join(", ")}; a catalog is defined by vendor, codes, contractCodes, captureStackTraces and docsUrl`,
    );
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
  const own = Object.entries(codes).map(([code, row]) => [code, vendorDefinition(vendor, code, row)]);
  const all = ownFields<Record<string, CodeDefinition>>({
    ...usedCodes(contractCodes),
    ...Object.fromEntries([...builtIn, ...own]),
  });
  return createCatalog(vendor, all, captureStackTraces, docsUrl);
}

/**
 * Makes a catalog from checked codes in an object without a prototype. `vendor` is the prefix for codes that the library makes up.
 * The caller states the types, because definitions do not carry them at run time.
 */
export function createCatalog<Codes extends object>(
  vendor: string,
  codes: Readonly<Record<string, CodeDefinition>>,
  captureStackTraces: StackTraces,
  docsUrl: string | undefined,
): Catalog<Codes> {
  assertDocsUrl(docsUrl);
  Object.freeze(codes);
  const definition = (code: string): CodeDefinition | undefined =>
    // A code of the contract that the catalog leaves out may still come from another service, or from another copy of this library.
    codes[code] ?? (isContractCode(code) ? CODES[code] : definitionOfBareStatus(vendor, code));
  const facts = { vendor, codes, definition, captureStackTraces, docsUrl };
  const maker = (inTask: boolean) => {
    const make = (code: string, init?: unknown): ContractError => {
      const parts = errorParts(code, typeof code === "string" ? definition(code) : undefined, init, inTask);
      return parts.refused === undefined
        ? createContractError(parts, captureStackTraces, make)
        : misusedError(facts, parts.refused, parts.cause, parts.checkedContext, make);
    };
    return make;
  };
  const error = maker(false);
  const operation = (declared: Operation) => {
    assertOperation(declared, facts);
    return Object.freeze({ ...declared, codes: Object.freeze([...declared.codes]), error });
  };
  return Object.freeze({
    ...facts,
    error,
    taskError: maker(true),
    operation,
    ...relayOf(facts),
  }) as unknown as Catalog<Codes>;
}

/**
 * Checks at start-up that a value is a catalog. It must have its own internal error; without it, the library could not report any
 * failure.
 *
 * @throws TypeError if the value is not a catalog.
 */
export function assertCatalog(value: AnyCatalog | undefined): asserts value is AnyCatalog {
  if (
    !isObject(value?.codes) ||
    typeof value.definition !== "function" ||
    value.definition(`${value.vendor}_internal_error`) === undefined
  ) {
    throw new TypeError("catalog: expected what defineCatalog or joinCatalogs returns");
  }
  assertDocsUrl(value.docsUrl);
}

function definitionOfBareStatus(vendor: string, code: string): CodeDefinition | undefined {
  const prefix = `${vendor}_http_`;
  const digits = code.slice(prefix.length);
  return code.startsWith(prefix) && /^[45]\d\d$/.test(digits) ? bareStatusDefinition(Number(digits)) : undefined;
}
