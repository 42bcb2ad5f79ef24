import type { AnyCatalog } from "../../catalog/any-catalog.ts";
import type { MappedCode } from "../../catalog/catalog-codes.ts";
import { ignoreRejection, tryOr } from "../../untrusted/attempt.ts";
import { inheritsError, isObject, isRecord, peek, peekString } from "../../untrusted/peek.ts";
import type { CustomMapping, MappingContext, Recognizer } from "../mapping/mapping.ts";
import { mappingOfStatus, statusOf } from "../mapping/status.ts";

/**
 * The mapping that {@link recognizeClass} uses for a code or a status: a code, or a function that reads the error. The function returns a
 * {@link CustomMapping}: a code and, if you like, `param`, `detail`, `retryAfter` and `message`. `"aborted"` means that the client left,
 * and `undefined` that another key may decide.
 */
export type ClassMapping<Thrown, Code extends string = string> =
  | Code
  | "aborted"
  | ((error: Thrown) => (CustomMapping & { readonly code: Code }) | "aborted" | undefined);

/** Options of {@link recognizeClass}. */
export interface RecognizeClassOptions<Thrown, Catalog extends AnyCatalog = AnyCatalog> {
  /**
   * The catalog whose codes `byCode` may use. With it, the compiler rejects any other code, and an editor completes them. Without it, the
   * contract rejects them at start-up.
   *
   * @defaultValue none
   */
  readonly catalog?: Catalog;
  /**
   * Maps the error's own `code` or `errorCode`, or else its status, to a code of the contract or the catalog, or to a built-in code without
   * its prefix. A contract rejects at start-up a code that its catalog does not have. A function may read the error. If it returns
   * `undefined`, the key of the status decides; without that key, the table of statuses decides.
   */
  readonly byCode?: Readonly<Record<string | number, ClassMapping<Thrown, MappedCode<NoInfer<Catalog>>>>>;
  /**
   * Whether to send the error's message, after the sanitizer. By default the code's own message is sent. Internal errors and failures of
   * other services always get the code's own message.
   */
  readonly exposeMessage?: boolean;
  /** The name in reports. By default the name of the class or the predicate. */
  readonly name?: string;
}

/** A class of errors. */
export type Class<Thrown> = abstract new (...parameters: never[]) => Thrown;

/** A predicate that narrows the type of the errors, or only checks whether a value is one of them. */
export type Predicate<Thrown> = ((thrown: unknown) => thrown is Thrown & {}) | ((thrown: unknown) => boolean);

/**
 * Makes a recognizer for an error class of your own and its subclasses, for the option `recognize`. Their `status` or `statusCode` decides
 * the response, as for `http-errors`. Without a 4xx or 5xx status they are internal errors.
 *
 * @param of The class. If `instanceof` does not work, `{ is }` with a predicate. A predicate counts only if it returns `true`; if it
 * throws, the error is not recognized.
 * @throws TypeError for a bare function that may be a predicate, for a built-in class such as `Error` (errors of HTTP clients are instances
 * of it too), and for a wrong option.
 * @example
 * const contract = createContract(acme, { recognize: [recognizeClass(AppError)] });
 * @example
 * recognizeClass(AppError, {
 *   catalog: acme,
 *   byCode: { SOLD_OUT: "acme_sold_out", NO_SEAT: (error) => ({ code: "acme_no_seat", detail: { row: error.row } }) },
 * });
 */
export function recognizeClass<Thrown, Catalog extends AnyCatalog = AnyCatalog>(
  // One signature and no overloads, so that the compiler reports what is wrong in a mapping, and not the other signature.
  of: Class<Thrown> | { readonly is: Predicate<Thrown> },
  options: RecognizeClassOptions<Thrown, Catalog> = {},
): Recognizer {
  const [known, matches] = typeof of === "function" ? classTest(of) : predicateTest(peek(of, "is"));
  const { name, byCode, exposeMessage } = checked(options, known);
  return {
    name,
    recognize(thrown, mappingContext) {
      if (!matches(thrown)) return undefined;
      const byKey = mappingOfKeys(thrown, byCode);
      const mapping = byKey ?? mappingOfOwnStatus(thrown, mappingContext);
      const isSpoken = exposeMessage && peekString(mapping, "code") !== undefined;
      const complete = isSpoken ? { message: peekString(thrown, "message"), ...(mapping as CustomMapping) } : mapping;
      if (byKey === undefined) BY_STATUS.add(complete as CustomMapping);
      return complete;
    },
    codes: [...byCode.values()].filter((mapping) => typeof mapping === "string").filter((code) => code !== "aborted"),
  };
}

type Matches = (thrown: unknown) => boolean;

const ASK_FOR_CLASS = "recognizeClass: expected a class or { is }, a predicate";

const ASK_FOR_IS =
  "recognizeClass: nothing tells whether this function is a class or a predicate; hand a predicate over as recognizeClass({ is: (thrown) => … })";

/** The end of the source of a function that is built into the language. */
const NATIVE = /\{\s*\[native code\]\s*\}$/;

/**
 * Whether a class belongs to the platform. Some platform classes are written in JavaScript; unlike a service's globals, they are not
 * enumerable.
 */
function isBuiltIn(of: object, source: string): boolean {
  if (NATIVE.test(source)) return true;
  const name = String(peekString(of, "name"));
  return Object.getOwnPropertyDescriptor(globalThis, name)?.enumerable === false && peek(globalThis, name) === of;
}

function classTest(of: object): readonly [name: string, matches: Matches] {
  const prototype = peek(of, "prototype");
  const source = Function.prototype.toString.call(of);
  if (!isObject(prototype)) throw new TypeError(ASK_FOR_IS);
  if (isBuiltIn(of, source)) {
    const name = String(peek(of, "name"));
    throw new TypeError(
      `recognizeClass: with ${name} every error would count as the service's own; name a class of yours`,
    );
  }
  // An ordinary function has a prototype too, but no error would be an instance of it.
  if (!source.startsWith("class") && !inheritsError(prototype)) throw new TypeError(ASK_FOR_IS);
  return [peekString(of, "name") ?? "", (thrown) => tryOr(() => thrown instanceof (of as Class<unknown>), false)];
}

function predicateTest(is: unknown): readonly [name: string, matches: Matches] {
  if (typeof is !== "function") throw new TypeError(ASK_FOR_CLASS);
  const matches: Matches = (thrown) => {
    const answer: unknown = tryOr(() => is(thrown), false);
    ignoreRejection(answer);
    return answer === true;
  };
  // JavaScript names an inline predicate after its key.
  return [is.name === "is" ? "" : is.name, matches];
}

const BY_STATUS = new WeakSet<object>();

/** Whether no key of `byCode` decided a mapping. A built-in recognizer that comes to the same code may then know more. */
export function isByStatus(mapping: object): boolean {
  return BY_STATUS.has(mapping);
}

function statusIn(thrown: unknown): number | undefined {
  return statusOf(peek(thrown, "status")) ?? statusOf(peek(thrown, "statusCode"));
}

function mappingOfOwnStatus(thrown: unknown, mappingContext: MappingContext): CustomMapping {
  const status = statusIn(thrown);
  return status === undefined ? { code: "internal_error" } : mappingOfStatus(status, mappingContext);
}

function mappingOfKeys(
  thrown: unknown,
  byCode: ReadonlyMap<string, ClassMapping<unknown>>,
): CustomMapping | "aborted" | undefined {
  for (const key of [peek(thrown, "code"), peek(thrown, "errorCode"), statusIn(thrown)]) {
    const mapping = typeof key === "string" || typeof key === "number" ? byCode.get(String(key)) : undefined;
    const meaning = typeof mapping === "function" ? mapping(thrown) : mapping;
    if (meaning !== undefined)
      return typeof meaning === "string" && meaning !== "aborted" ? { code: meaning } : meaning;
  }
  return undefined;
}

const OPTIONS: readonly string[] = [
  "catalog",
  "byCode",
  "exposeMessage",
  "name",
] satisfies (keyof RecognizeClassOptions<never>)[];

function checked(options: unknown, known: string) {
  if (typeof options !== "object" || options === null)
    throw new TypeError("recognizeClass, options: expected an object");
  const unknown = Object.keys(options).filter((name) => !OPTIONS.includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`recognizeClass: unknown option ${unknown.join(", ")}; the options are ${OPTIONS.join(", ")}`);
  }
  const name = peek(options, "name") ?? (known === "" ? "recognizeClass" : known);
  if (typeof name !== "string" || name === "") throw new TypeError("recognizeClass, name: expected a text");
  const exposeMessage = peek(options, "exposeMessage") ?? false;
  if (typeof exposeMessage !== "boolean") throw new TypeError("recognizeClass, exposeMessage: expected a boolean");
  return { name, byCode: checkedCodes(peek(options, "byCode") ?? {}), exposeMessage };
}

function checkedCodes(byCode: unknown): ReadonlyMap<string, ClassMapping<unknown>> {
  if (!isRecord(byCode)) throw new TypeError("recognizeClass, byCode: expected an object");
  const entries = Object.entries(byCode as Readonly<Record<string, ClassMapping<unknown>>>);
  const wrong = entries.find(
    ([, mapping]) => typeof mapping !== "function" && (typeof mapping !== "string" || !mapping),
  );
  if (wrong !== undefined) throw new TypeError(`recognizeClass, byCode.${wrong[0]}: expected a code or a function`);
  return new Map(entries);
}
