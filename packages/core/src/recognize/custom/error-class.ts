import { inheritsError, peek, peekString } from "../../untrusted/peek.ts";
import type { CustomMapping, MappingContext, Recognizer } from "../mapping/mapping.ts";
import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";

/** The mapping of one code of an error class: a code, or a function that reads the error. */
type ClassMapping<Thrown> = string | ((error: Thrown) => CustomMapping | "aborted" | undefined);

/** Options of {@link errorClass}. */
export interface ErrorClassOptions<Thrown> {
  /**
   * Maps the error's own `code`, or else its status, to a code of the contract or the catalog, or to a built-in code without its
   * prefix. A function may read the error; when it returns `undefined`, the status decides.
   */
  readonly codes?: Readonly<Record<string | number, ClassMapping<Thrown>>>;
  /**
   * `"sanitized"` sends the error's message, after the sanitizer. By default the code's own message is sent. Internal errors and
   * failures of other services always get the code's own message.
   */
  readonly message?: "sanitized";
  /** The name in reports. By default that of the class or of the predicate. */
  readonly name?: string;
}

/** A class of errors. */
type Class<Thrown> = abstract new (...parameters: never[]) => Thrown;

/**
 * Makes a recognizer for an error class of your own and its subclasses, for the option `recognize`. Its errors are answered by
 * their `status` or `statusCode`, as `http-errors` are. Without a status of 4xx or 5xx they are internal errors.
 *
 * @param of The class. Where `instanceof` does not work, `{ is }` with a predicate. A predicate counts only when it returns
 * `true`; when it throws, the error is not recognized.
 * @throws TypeError for a bare function that may be a predicate, for a built-in class such as `Error`, because errors of HTTP
 * clients are instances of it too, and for a wrong option.
 * @example
 * const contract = createContract(acme, { recognize: [errorClass(AppError)] });
 * @example
 * errorClass(AppError, {
 *   codes: { SOLD_OUT: "acme_sold_out", NO_SEAT: (error) => ({ code: "acme_no_seat", detail: { row: error.row } }) },
 * });
 */
export function errorClass<Thrown>(of: Class<Thrown>, options?: ErrorClassOptions<Thrown>): Recognizer;
export function errorClass<Thrown>(
  of: { readonly is: (thrown: unknown) => thrown is Thrown & {} },
  options?: ErrorClassOptions<Thrown>,
): Recognizer;
export function errorClass(
  of: { readonly is: (thrown: unknown) => boolean },
  options?: ErrorClassOptions<unknown>,
): Recognizer;
export function errorClass(of: unknown, options: ErrorClassOptions<never> = {}): Recognizer {
  const [known, matches] = typeof of === "function" ? classTest(of) : predicateTest(peek(of, "is"));
  const { name, codes, spoken } = checked(options, known);
  return {
    name,
    recognize(thrown, mappingContext) {
      if (!matches(thrown)) return undefined;
      const mapping = mappingOf(thrown, codes, mappingContext);
      const text = spoken ? peekString(thrown, "message") : undefined;
      const silent = text === undefined || peekString(mapping, "code") === undefined;
      return silent ? mapping : { message: text, ...(mapping as CustomMapping) };
    },
  };
}

type Matches = (thrown: unknown) => boolean;

const ASK_FOR_CLASS = "errorClass: expected a class or { is }, a predicate";

const ASK_FOR_IS =
  "errorClass: nothing tells whether this function is a class or a predicate; hand a predicate over as errorClass({ is: (thrown) => … })";

/** The source of a function that is built into the language or the platform. */
const NATIVE = /\{\s*\[native code\]\s*\}$/;

function classTest(of: object): readonly [name: string, matches: Matches] {
  const prototype = peek(of, "prototype");
  const source = Function.prototype.toString.call(of);
  if (typeof prototype !== "object" || prototype === null) throw new TypeError(ASK_FOR_IS);
  if (NATIVE.test(source)) {
    const name = String(peek(of, "name"));
    throw new TypeError(`errorClass: with ${name} every error would count as the service's own; name a class of yours`);
  }
  // An ordinary function has a prototype too, but no error would be an instance of it.
  if (!source.startsWith("class") && !inheritsError(prototype)) throw new TypeError(ASK_FOR_IS);
  const matches: Matches = (thrown) => {
    try {
      return thrown instanceof (of as Class<unknown>);
    } catch {
      return false;
    }
  };
  return [peekString(of, "name") ?? "", matches];
}

function predicateTest(is: unknown): readonly [name: string, matches: Matches] {
  if (typeof is !== "function") throw new TypeError(ASK_FOR_CLASS);
  const matches: Matches = (thrown) => {
    try {
      const answer: unknown = is(thrown);
      // A rejection of an asynchronous predicate must not end the process.
      if (typeof answer === "object") Promise.resolve(answer).catch(() => {});
      return answer === true;
    } catch {
      return false;
    }
  };
  // The language names an inline predicate after its key.
  return [is.name === "is" ? "" : is.name, matches];
}

function mappingOf(
  thrown: unknown,
  codes: ReadonlyMap<string, ClassMapping<unknown>>,
  mappingContext: MappingContext,
): CustomMapping | "aborted" {
  const status = statusOf(peek(thrown, "status")) ?? statusOf(peek(thrown, "statusCode"));
  for (const key of [peek(thrown, "code"), status]) {
    const mapping = typeof key === "string" || typeof key === "number" ? codes.get(String(key)) : undefined;
    const said = typeof mapping === "function" ? mapping(thrown) : mapping;
    if (said !== undefined) return typeof said === "string" && said !== "aborted" ? { code: said } : said;
  }
  return status === undefined ? { code: "internal_error" } : mappingOfErrorStatus(status, mappingContext);
}

const OPTIONS: readonly string[] = ["codes", "message", "name"];

function checked(options: ErrorClassOptions<never>, known: string) {
  if (typeof options !== "object" || options === null) throw new TypeError("errorClass, options: expected an object");
  const unknown = Object.keys(options).filter((name) => !OPTIONS.includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`errorClass: unknown option ${unknown.join(", ")}; the options are codes, message, name`);
  }
  const name = peek(options, "name") ?? (known === "" ? "errorClass" : known);
  if (typeof name !== "string" || name === "") throw new TypeError("errorClass, name: expected a text");
  const message = peek(options, "message");
  if (message !== undefined && message !== "sanitized") {
    throw new TypeError('errorClass, message: expected "sanitized"; left out, the code\'s own text leaves');
  }
  return { name, codes: checkedCodes(peek(options, "codes") ?? {}), spoken: message === "sanitized" };
}

function checkedCodes(codes: unknown): ReadonlyMap<string, ClassMapping<unknown>> {
  if (typeof codes !== "object" || codes === null || Array.isArray(codes)) {
    throw new TypeError("errorClass, codes: expected an object");
  }
  const entries = Object.entries(codes);
  const wrong = entries.find(
    ([, mapping]) => typeof mapping !== "function" && (typeof mapping !== "string" || !mapping),
  );
  if (wrong !== undefined) throw new TypeError(`errorClass, codes.${wrong[0]}: expected a code or a function`);
  return new Map(entries);
}
