import { describe, expect, test, vi } from "vitest";
import { reporting } from "../../../../../test/support/reporting.ts";
import { defineCatalog } from "../../catalog/catalog.ts";
import type { RequestContext } from "../../http/request-context.ts";
import type { Recognizer } from "../index.ts";
import { type RecognizeClassOptions, recognizeClass } from "./recognize-class.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_sold_out: { status: 409, message: "Sold out." } } });

/** The pattern of most Express services. */
class AppError extends Error {
  readonly statusCode: unknown;
  readonly status: string;
  readonly isOperational = true;

  constructor(message: string, statusCode?: unknown) {
    super(message);
    this.statusCode = statusCode;
    this.status = "fail";
  }
}

class NotFoundError extends AppError {
  constructor() {
    super("No order 17 at db-1.internal.", 404);
  }
}

class Coded extends Error {
  readonly code: unknown;
  readonly status: unknown;

  constructor(code: unknown, status?: unknown, message = "hunter2") {
    super(message);
    this.code = code;
    this.status = status;
  }
}

class Inherited extends Error {
  get status(): number {
    return 410;
  }
}

class Bare {
  readonly status = 404;
}

function answered(recognizer: Recognizer, thrown: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { contract, reports } = reporting(acme, { recognize: [recognizer] });
  const context: RequestContext = { method: "GET", path: "/", header: (name) => headers[name] };
  const wire = contract.respond(thrown, context);
  const error = JSON.parse(wire?.body ?? "{}").error;
  return { status: wire?.status, error, report: reports[0], explained: contract.explain(thrown) };
}

const seen = (recognizer: Recognizer, thrown: unknown) => {
  const { status, error } = answered(recognizer, thrown);
  return `${status} ${error.code}`;
};

describe("a custom class, recognized with one line", () => {
  test.each<[what: string, thrown: unknown, expected: string]>([
    ["statusCode", new AppError("x", 404), "404 acme_not_found"],
    ["a subclass", new NotFoundError(), "404 acme_not_found"],
    ["418", new AppError("x", 418), "418 acme_http_418"],
    ["422", new AppError("x", 422), "400 invalid_input"],
    ["500", new AppError("x", 500), "500 acme_internal_error"],
    ["no status", new AppError("x"), "500 acme_internal_error"],
    ["a success", new AppError("x", 200), "500 acme_internal_error"],
    ["no HTTP status", new AppError("x", 600), "500 acme_internal_error"],
    ["a text for a status", new AppError("x", "404"), "500 acme_internal_error"],
    ["marks of an HTTP client", Object.assign(new AppError("x", 404), { response: {} }), "404 acme_not_found"],
    ["fields of http-errors", Object.assign(new AppError("x", 404), { expose: true }), "404 acme_not_found"],
    ["another class", Object.assign(new Error("x"), { statusCode: 404 }), "500 acme_internal_error"],
    ["parsed JSON", { statusCode: 404, name: "AppError" }, "500 acme_internal_error"],
    ["null", null, "500 acme_internal_error"],
  ])("is answered by its status: %s", (_what, thrown, expected) => {
    const { status, error, report } = answered(recognizeClass(AppError), thrown);
    expect(`${status} ${error.code}`).toBe(expected);
    expect(report?.misuse).toBeUndefined();
    const own = thrown instanceof AppError;
    expect([report?.origin, report?.recognizer]).toEqual(own ? ["recognized", "AppError"] : ["unknown", undefined]);
  });

  test("has its `status` read first, own or of the class, and the request's credential", () => {
    expect(seen(recognizeClass(Coded), Object.assign(new Coded(1, 410), { statusCode: 404 }))).toBe("410 acme_gone");
    expect(seen(recognizeClass(Inherited), new Inherited())).toBe("410 acme_gone");
    expect(seen(recognizeClass(Bare), new Bare())).toBe("404 acme_not_found");
    const { error } = answered(recognizeClass(AppError), new AppError("x", 401), { authorization: "Bearer x" });
    expect(error.code).toBe("acme_unauthenticated");
  });

  test("may be an old-style class that inherits from Error", () => {
    function Old(this: Error & { status: number }) {
      this.status = 404;
    }
    Old.prototype = Object.create(Error.prototype);
    const Class = Old as unknown as new () => Error;
    expect(seen(recognizeClass(Class), new Class())).toBe("404 acme_not_found");
  });

  test("keeps its message private unless asked", () => {
    const { error, report } = answered(recognizeClass(AppError), new NotFoundError());
    expect(error.message).toBe("What the request names does not exist.");
    expect(report?.withheld).toEqual([{ what: "message", text: "No order 17 at db-1.internal." }]);
  });

  test("comes before the built-in recognizers, and after errors of a catalog", () => {
    const relayed = Object.assign(new AppError("x", 409), { isAxiosError: true, code: "ETIMEDOUT" });
    expect(seen(recognizeClass(AppError), relayed)).toBe("409 acme_conflict");
    expect(seen(recognizeClass({ is: () => true }), acme.error("session_busy"))).toBe("409 session_busy");
  });
});

describe("its message, on demand", () => {
  const spoken = recognizeClass(AppError, { exposeMessage: true });

  test("is sent sanitized, and the report has the original", () => {
    const { error, report } = answered(spoken, new NotFoundError());
    expect(error.message).toBe("No order 17 at [host]");
    expect(report?.withheld).toEqual([{ what: "message", text: "No order 17 at db-1.internal." }]);
    expect(report?.removed[0]?.kind).toBe("host");
  });

  test("is sent unchanged if nothing is private", () => {
    const { error, report } = answered(spoken, new AppError("This order is closed.", 409));
    expect([error.message, report?.withheld]).toEqual(["This order is closed.", []]);
  });

  const CONFLICT = "The request conflicts with the current state.";
  test.each([
    ["no text", new AppError("", 409), CONFLICT],
    ["a text that is none", Object.assign(new AppError("x", 409), { message: 5 }), CONFLICT],
    ["an internal error", new AppError("hunter2"), "The server failed to handle the request."],
    [
      "another service's time-out",
      new AppError("hunter2", 504),
      "A service that this server depends on did not answer in time.",
    ],
  ])("is not sent: %s", (_what, thrown, message) => {
    expect(answered(spoken, thrown).error.message).toBe(message);
  });

  test("goes with the map's code unless the function gives another", () => {
    const mapped = recognizeClass(Coded, {
      exposeMessage: true,
      byCode: { A: "acme_sold_out", B: () => ({ code: "acme_sold_out", message: "None are left." }), C: "aborted" },
    });
    expect(answered(mapped, new Coded("A", 500, "All seats are taken.")).error.message).toBe("All seats are taken.");
    expect(answered(mapped, new Coded("B", 500, "hunter2")).error.message).toBe("None are left.");
    expect(answered(mapped, new Coded("C", 500, "hunter2")).report?.outcome).toBe("aborted");
  });
});

describe("a map of codes", () => {
  const coded = recognizeClass(Coded, {
    byCode: {
      SOLD_OUT: "acme_sold_out",
      NO_SESSION: (error) => ({ code: "session_expired", param: `orders.${String(error.code).length}` }),
      UNDECIDED: () => undefined,
      GONE: () => "aborted",
      WRONG: () => ({ code: "nope" }),
      BROKEN: () => Number.NaN.toFixed(101) as never,
      1001: "unavailable",
      404: "harness_not_found",
    },
  });

  test.each<[what: string, thrown: unknown, expected: string, param?: string]>([
    ["a code of the catalog", new Coded("SOLD_OUT", 500), "409 acme_sold_out"],
    ["a function", new Coded("NO_SESSION"), "404 session_expired", "orders.10"],
    ["a function that says nothing", new Coded("UNDECIDED", 410), "410 acme_gone"],
    ["a code that is a number", new Coded(1001), "503 acme_unavailable"],
    ["a status", new Coded(undefined, 404), "404 harness_not_found"],
    ["a status beside a code that is not in it", new Coded("OTHER", 404), "404 harness_not_found"],
    ["a status that is not in it", new Coded("OTHER", 409), "409 acme_conflict"],
    ["a name of Object's", new Coded("constructor", 409), "409 acme_conflict"],
    ["the prototype", new Coded("__proto__", 409), "409 acme_conflict"],
    ["a list with a code", new Coded(["SOLD_OUT"], 409), "409 acme_conflict"],
    ["an errorCode", Object.assign(new Coded(undefined, 500), { errorCode: "SOLD_OUT" }), "409 acme_sold_out"],
    ["a code before an errorCode", Object.assign(new Coded(1001), { errorCode: "SOLD_OUT" }), "503 acme_unavailable"],
    ["nothing", new Coded(undefined), "500 acme_internal_error"],
  ])("decides by %s", (_what, thrown, expected, param) => {
    const { status, error, report } = answered(coded, thrown);
    expect([`${status} ${error.code}`, error.param, report?.misuse]).toEqual([expected, param ?? null, undefined]);
  });

  test.each<[what: string, code: string, misuse: RegExp]>([
    ["a code that does not exist", "WRONG", /"nope" is not in this contract's catalog/],
    ["a function that throws", "BROKEN", /the recognizer "Coded" threw while it looked/],
  ])("is reported when it is wrong: %s", (_what, code, misuse) => {
    const { status, report } = answered(coded, new Coded(code, 404));
    expect([status, report?.level]).toEqual([500, "error"]);
    expect(report?.misuse).toMatch(misuse);
  });

  test("may say that the client left, without a function", () => {
    const gone = recognizeClass(Coded, { byCode: { GONE: "aborted", SOLD_OUT: "acme_sold_out", A: () => undefined } });
    expect(gone.codes).toEqual(["acme_sold_out"]);
    expect(answered(gone, new Coded("GONE"))).toMatchObject({ status: undefined, report: { outcome: "aborted" } });
  });

  test("may say that the client left", () => {
    expect(answered(coded, new Coded("GONE"))).toMatchObject({ status: undefined, report: { outcome: "aborted" } });
  });
});

describe("a class that a built-in recognizer knows", () => {
  /** The shape of http-errors. */
  class Exposed extends Coded {
    readonly expose = true;
    readonly statusCode: unknown;
    readonly headers: object;
    constructor(status: number, headers: object = {}) {
      super(undefined, status);
      this.statusCode = status;
      this.headers = headers;
    }
  }
  const own = recognizeClass(Exposed, { byCode: { 409: "acme_sold_out" } });
  const headersOf = (thrown: unknown) =>
    reporting(acme, { recognize: [own] }).contract.respond(thrown, {
      method: "GET",
      path: "/",
      header: () => undefined,
    })?.headers;

  test("keeps what that recognizer reads beside the status", () => {
    expect(headersOf(new Exposed(405, { Allow: "GET" }))?.["Allow"]).toBe("GET");
    expect(headersOf(new Exposed(429, { "Retry-After": "7" }))?.["Retry-After"]).toBe("7");
    expect(headersOf(new Exposed(401, { "WWW-Authenticate": "Basic" }))?.["WWW-Authenticate"]).toBe("Basic");
    expect(answered(own, new Exposed(405)).report?.recognizer).toBe("Exposed");
  });

  test("is still mapped by byCode, and by its own status where the two differ", () => {
    expect(seen(own, new Exposed(409))).toBe("409 acme_sold_out");
    expect(seen(own, Object.assign(new Exposed(410), { isAxiosError: true }))).toBe("410 acme_gone");
  });
});

describe("a predicate", () => {
  const isAppError = (thrown: unknown): thrown is AppError => (thrown as AppError).isOperational === true;

  test("decides, under its own name or another", () => {
    expect(answered(recognizeClass({ is: isAppError }), new AppError("x", 404)).report?.recognizer).toBe("isAppError");
    expect(answered(recognizeClass({ is: (thrown) => thrown === 5 }), 5).report?.recognizer).toBe("recognizeClass");
    const named = recognizeClass({ is: isAppError }, { name: "shop" });
    expect(answered(named, new AppError("x", 404)).report?.recognizer).toBe("shop");
    expect(seen(named, new Error("x"))).toBe("500 acme_internal_error");
  });

  test.each<[what: string, is: unknown]>([
    ["throws", () => Number.NaN.toFixed(101)],
    ["rejects", () => Promise.reject(new Error("hunter2"))],
    ["gives what is only truthy", () => 1],
  ])("that %s recognizes nothing, and breaks nothing", (_what, is) => {
    const thrown = Object.assign(new Error("x"), { status: 404, statusCode: 404, expose: true });
    const recognizer = recognizeClass({ is } as never);
    expect(recognizer.recognize(thrown, {} as never)).toBe(undefined);
    expect(seen(recognizer, thrown)).toBe("404 acme_not_found");
  });
});

test("what a predicate's promise rejects with is ignored", () => {
  const rejected = Promise.reject(new Error("hunter2"));
  const then = vi.spyOn(rejected, "then");
  expect(recognizeClass({ is: () => rejected as never }).recognize(new Error("x"), {} as never)).toBe(undefined);
  expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
});

describe("a hostile value or class breaks no response", () => {
  const hostile = new Proxy(new AppError("x", 404), {
    getPrototypeOf: () => {
      throw new Error("no");
    },
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  class Unwilling extends Error {
    static override [Symbol.hasInstance](): boolean {
      throw new Error("no");
    }
  }

  test.each<[what: string, recognizer: Recognizer, thrown: unknown]>([
    ["a proxy that throws", recognizeClass(AppError), hostile],
    ["a revoked proxy", recognizeClass(AppError), proxy],
    ["a class that throws", recognizeClass(Unwilling), new Unwilling()],
  ])("%s", (_what, recognizer, thrown) => {
    expect(seen(recognizer, thrown)).toBe("500 acme_internal_error");
  });

  test("a getter that throws is an error without that field", () => {
    class Throwing extends AppError {
      get code(): never {
        throw new Error("no");
      }
    }
    expect(seen(recognizeClass(AppError), new Throwing("x", 404))).toBe("404 acme_not_found");
  });
});

describe("what it refuses at start-up", () => {
  const predicate =
    ": nothing tells whether this function is a class or a predicate; hand a predicate over as recognizeClass({ is: (thrown) => … })";
  const every = (name: string) => `: with ${name} every error would count as the service's own; name a class of yours`;
  const either = ": expected a class or { is }, a predicate";
  test.each<[given: unknown, options: unknown, complaint: string]>([
    [(thrown: unknown) => thrown === 5, undefined, predicate],
    [async () => true, undefined, predicate],
    [function isAppError() {}, undefined, predicate],
    [Object.assign(() => true, { prototype: undefined }), undefined, predicate],
    [((thrown: unknown) => thrown === 5).bind(null), undefined, predicate],
    [Error, undefined, every("Error")],
    [DOMException, undefined, every("DOMException")],
    [Object, undefined, every("Object")],
    [TypeError, undefined, every("TypeError")],
    [Promise, undefined, every("Promise")],
    // A platform's class that is no global.
    [Object.getPrototypeOf(Uint8Array), undefined, every("TypedArray")],
    [undefined, undefined, either],
    ["AppError", undefined, either],
    [{}, undefined, either],
    [{ is: true }, undefined, either],
    [new AppError("x"), undefined, either],
    [AppError, null, ", options: expected an object"],
    [AppError, 7, ", options: expected an object"],
    [
      AppError,
      { code: {}, names: "x" },
      ": unknown option code, names; the options are catalog, byCode, exposeMessage, name",
    ],
    [AppError, { name: "" }, ", name: expected a text"],
    [AppError, { name: 7 }, ", name: expected a text"],
    [AppError, { exposeMessage: 5 }, ", exposeMessage: expected a boolean"],
    [AppError, { byCode: [] }, ", byCode: expected an object"],
    [AppError, { byCode: "SOLD_OUT" }, ", byCode: expected an object"],
    [AppError, { byCode: { A: 5 } }, ", byCode.A: expected a code or a function"],
    [AppError, { byCode: { A: "" } }, ", byCode.A: expected a code or a function"],
  ])("%o with %o", (given, options, complaint) => {
    const refused = () => recognizeClass(given as typeof AppError, options as RecognizeClassOptions<AppError>);
    expect(refused).toThrow(new TypeError(`recognizeClass${complaint}`));
  });
});

test("a class of the service may be a global, or have the name of a platform's class", () => {
  const globals = globalThis as { AppError?: unknown };
  globals.AppError = AppError;
  try {
    expect(recognizeClass(AppError).name).toBe("AppError");
  } finally {
    delete globals.AppError;
  }
  class DOMException extends Error {}
  expect(recognizeClass(DOMException).name).toBe("DOMException");
});

test("a class whose name is no text goes by the name of the function", () => {
  const numbered = Object.defineProperty(class extends Error {}, "name", { value: 7 });
  expect(recognizeClass(numbered).name).toBe("recognizeClass");
});

test("explain names the recognized class", () => {
  const { explained } = answered(recognizeClass(AppError), new AppError("x", 404));
  expect(explained).toMatchObject({ origin: "recognized", recognizer: "AppError", code: "acme_not_found" });
  expect(explained.because).toEqual([
    'The service\'s own recognizer "AppError" knows it (option `recognize`).',
    'Its name is "Error".',
    "Its status is 404.",
  ]);
});

test("later changes to the map have no effect", () => {
  const codes: Record<string, string> = { A: "acme_sold_out" };
  const recognizer = recognizeClass(Coded, { byCode: codes });
  codes["A"] = "session_busy";
  expect(seen(recognizer, new Coded("A"))).toBe("409 acme_sold_out");
});
