import type { ContractError } from "../errors/contract-error.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { isRecord, peek } from "../untrusted/peek.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import type { RequestCode } from "./catalog-codes.ts";
import type { CheckedRequestCode, Complaint } from "./checked-code.ts";
import type { Complete, InitArguments } from "./error-init.ts";
import { isUniversalCode, type UniversalCode } from "./universal-codes.ts";

/** The methods that an operation can have. */
export type OperationMethod = "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT" | "QUERY";

/** The codes that an operation may declare; any string if the compiler does not know the catalog's codes. */
export type DeclarableCode<Codes> = string extends keyof Codes ? string : RequestCode<Codes>;

/**
 * One operation of a service, and the codes that it can answer with. It is plain data: declare it beside the catalog, with the type of the
 * catalog alone, so that a client loads neither the catalog nor its schemas. Codes that any operation can answer with, such as
 * `invalid_input` or `acme_internal_error`, need no mention.
 *
 * @example
 * import type { acme } from "./catalog.ts";
 *
 * export const payOrder = {
 *   method: "POST",
 *   path: "/orders/{id}/payment",
 *   codes: ["acme_order_not_found", "acme_order_closed"],
 * } as const satisfies Operation<typeof acme>;
 */
export interface Operation<Catalog extends { readonly codes: object } = AnyCatalog> {
  readonly method: OperationMethod;
  /** The whole path as clients send it. Parameters are written as `{id}`, as in OpenAPI, or as `:id`. */
  readonly path: `/${string}`;
  /** The codes that the operation answers with, besides those that any operation can answer with. */
  readonly codes: readonly DeclarableCode<Catalog["codes"]>[];
  /** The name of the operation: the `operationId` of an OpenAPI document. */
  readonly operationId?: string;
}

/** The codes that an operation can answer with: those that it declares, and those that any operation can answer with. */
export type CodeOfOperation<Codes, Declared extends { readonly codes: readonly string[] }> =
  | (Declared["codes"][number] & Keys<Codes>)
  | UniversalIn<Codes>;

// The conditions are always true. They make the compiler cache the results, which it otherwise computes again for each operation.
type Keys<Codes> = [Codes] extends [unknown] ? keyof Codes : never;
type UniversalIn<Codes> = [Codes] extends [unknown] ? UniversalCode<keyof Codes & string> & keyof Codes : never;

/**
 * The definitions of these codes, for the types of a client that does not load the catalog.
 *
 * @example
 * type PaymentCodes = OperationCodes<typeof acme, typeof payOrder>;
 */
export type OperationCodes<
  Catalog extends { readonly codes: object },
  Declared extends { readonly codes: readonly string[] },
> = Pick<Catalog["codes"], CodeOfOperation<Catalog["codes"], Declared>>;

/**
 * Whether an operation can answer with a code: it declares the code, or any operation can answer with it. Never throws.
 *
 * @example
 * isCodeOfOperation(payOrder, "acme_order_closed"); // true
 * isCodeOfOperation(payOrder, "rate_limited"); // true, though payOrder does not declare it
 */
export function isCodeOfOperation(operation: Pick<Operation, "codes">, code: string | null): boolean {
  if (typeof code !== "string") return false;
  const codes: unknown = peek(operation, "codes");
  const declares = () => Array.isArray(codes) && codes.includes(code);
  return tryOr(declares, false) || isUniversalCode(code);
}

/** An operation with the errors that it can answer with. */
export type CatalogOperation<Codes, Declared extends Operation> = Declared & {
  /** Makes an error of the operation to throw, as the catalog's own `error` does. Never throws itself. */
  readonly error: ErrorOfOperation<Codes, Declared, CodeOfOperation<Codes, Declared>>;
};

/** The allowed codes are a parameter; otherwise the compiler would list them again for each error. */
export type ErrorOfOperation<Codes, Declared extends Operation, Allowed extends keyof Codes> = <
  const Code extends string,
  Init = undefined,
>(
  code: CheckedOperationCode<Codes, Declared, Allowed, Code, Init>,
  ...init: InitArguments<Codes, Code, Allowed, Init>
) => ContractError<Code>;

/** A code that the operation's `error` accepts with an init, or a sentence that the compiler shows in its error. */
type CheckedOperationCode<
  Codes,
  Declared extends Operation,
  Allowed extends keyof Codes,
  Code extends string,
  Init,
> = string extends Code
  ? Allowed
  : Code extends Allowed
    ? Complete<Codes, Code, Init>
    : Code extends RequestCode<Codes>
      ? `${Declared["method"]} ${Declared["path"]} does not declare ${Code}; add it to the operation's codes`
      : NoInfer<Complaint<Code, Allowed & string>>;

/** The type that the compiler accepts for an operation. A code that is not the catalog's appears as a sentence. */
export type CheckedOperation<Codes, Declared extends Operation> = Omit<Operation, "codes"> & {
  readonly codes: CheckedCodes<Codes, Declared["codes"]>;
};

type CheckedCodes<Codes, List extends readonly string[]> = {
  readonly [Index in keyof List]: CheckedRequestCode<Codes, List[Index]>;
};

/**
 * Checks an operation at start-up.
 *
 * @throws TypeError that names the operation, and what is wrong with it.
 */
export function assertOperation(operation: Operation, catalog: AnyCatalog): void {
  if (!isRecord(operation)) throw new TypeError("operations: expected a list of operations, each an object");
  const { method, path, codes } = operation;
  if (typeof method !== "string" || !/^[A-Z]+$/.test(method)) {
    throw new TypeError(`operation ${String(path)}: method: expected a method in upper case, such as "GET"`);
  }
  if (typeof path !== "string" || !path.startsWith("/")) {
    throw new TypeError(`operation ${method}: path: expected a path that begins with "/"`);
  }
  if (!Array.isArray(codes)) throw new TypeError(`operation ${method} ${path}: codes: expected a list of codes`);
  for (const code of codes) {
    if (typeof code === "string" && Object.hasOwn(catalog.codes, code) && catalog.codes[code]?.where === "request")
      continue;
    throw new TypeError(
      `operation ${method} ${path}: "${String(code)}" is not a code of the catalog that answers a request`,
    );
  }
}
