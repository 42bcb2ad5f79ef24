import { describe, expect, test, vi } from "vitest";
import { acme, reportOf } from "../../../../test/support/report-of.ts";
import { createContract } from "../contract/create-contract.ts";
import { type PrintOptions, printReports, printServerErrors } from "./print-reports.ts";
import type { ErrorReport } from "./report.ts";

/** Returns the output for one failure, given by its thrown value and changes to its report. */
function printed(thrown: unknown, options: PrintOptions = {}, change: Partial<ErrorReport> = {}): string {
  const texts: string[] = [];
  const print = printReports({ color: false, write: (text) => texts.push(text), ...options });
  print(reportOf(thrown, { durationMs: 12.34, ...change }));
  expect(texts).toHaveLength(1);
  return texts[0] ?? "";
}

const json = (thrown: unknown, change?: Partial<ErrorReport>) =>
  JSON.parse(printed(thrown, { style: "json" }, change)) as Readonly<Record<string, unknown>>;

const block = (thrown: unknown, change?: Partial<ErrorReport>) => printed(thrown, { style: "readable" }, change);

/** Makes an error whose stack looks like that of a deployed service. */
function failure(message: string, init?: ErrorOptions): Error {
  const error = new TypeError(message, init);
  error.stack = [
    `TypeError: ${message}`,
    "    at parse (node:internal/json:1:1)",
    "    at query (/srv/app/node_modules/pg/lib/client.js:5:5)",
    "    at async loadHarness (file:///srv/app/src/harnesses.ts:12:9)",
  ].join("\n");
  return error;
}

describe("a readable block", () => {
  test("says what happened, why, where, from which causes, and what to do", () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED", stack: "" });
    expect(
      block(failure("no harness", { cause }), { route: "/v1/orders/:id" }),
    ).toBe(`500 acme_internal_error (answered, 12 ms, id id-1)
  request   GET /v1/orders/17, route /v1/orders/:id, version 2026-10-04
  because   No recognizer knows it, so nothing of it is trusted.
            No recognizer knows an error whose name is "TypeError".
  thrown    TypeError: no harness
            at async loadHarness (/srv/app/src/harnesses.ts:12:9)
  cause     Error [ECONNREFUSED]: connect ECONNREFUSED 10.0.0.7:5432
  fix       It looks like a mistake in the program: begin with the stack. If it is thrown on purpose, throw an error of the catalog with it as the cause.
`);
  });

  const cases: Readonly<Record<string, readonly [unknown, Partial<ErrorReport>, readonly string[]]>> = {
    "a client that left": [
      Object.assign(new Error("aborted"), { code: "ECONNRESET" }),
      { code: null, status: null, outcome: "aborted", level: "debug" },
      ["the client left (aborted, 12 ms"],
    ],
    "a response that something else wrote": [
      undefined,
      { recognizer: "written response", origin: "recognized", withheld: [{ what: "body", text: "<h1>Oops</h1>" }] },
      ["Something else wrote an error response.", "withheld  a body of 13 characters, which report.withheld has"],
    ],
    "a contract that only reports": [
      new Error("boom"),
      {
        outcome: "observed",
        reportOnly: {
          sent: { status: 409, mediaType: "text/html", start: "<h1>Taken</h1>" },
          wouldSend: { status: 500, headers: {}, body: "" },
        },
      },
      [
        "would be 500 acme_internal_error (observed, 12 ms",
        "it changed nothing, and the service's own response was sent.",
        "sent      409 text/html\n",
      ],
    ],
  };
  test.each(Object.entries(cases))("%s", (_, [thrown, change, parts]) => {
    const text = block(thrown, change);
    for (const part of parts) expect(text).toContain(part);
  });

  test("has colors on request", () => {
    const text = printed(new Error("x"), { style: "readable", color: true });
    expect(text.startsWith("\u001b[1m\u001b[31m500 acme_internal_error")).toBe(true);
  });

  test("has colors by default in a terminal, and none on request", () => {
    const { getBuiltinModule } = Reflect.get(globalThis, "process");
    vi.stubGlobal("process", { getBuiltinModule, stderr: { hasColors: () => true } });
    const [byDefault, plain] = [undefined, false].map((color) =>
      printed(new Error("x"), { style: "readable", color } as PrintOptions),
    );
    vi.unstubAllGlobals();
    expect(byDefault).toContain("\u001b[31m");
    expect(plain).not.toContain("\u001b");
  });
});

describe("a line of JSON", () => {
  test("holds the facts, and no query", () => {
    const { time, because, fix, thrown, causes, ...rest } = json(failure("no harness", { cause: "the disk" }));
    expect(new Date(String(time)).toISOString()).toBe(time);
    expect(rest).toEqual({
      level: "error",
      outcome: "answered",
      status: 500,
      code: "acme_internal_error",
      type: "server_error",
      transport: "http",
      method: "GET",
      path: "/v1/orders/17",
      version: "2026-10-04",
      correlationId: "id-1",
      durationMs: 12.3,
      origin: "unknown",
    });
    expect(because).toContain("No recognizer knows it, so nothing of it is trusted.");
    expect(fix).toContain("begin with the stack");
    expect(thrown).toMatchObject({
      name: "TypeError",
      message: "no harness",
      at: "async loadHarness (/srv/app/src/harnesses.ts:12:9)",
      stack: expect.stringContaining("TypeError: no harness\n    at "),
    });
    expect(causes).toEqual([{ name: "string", message: "the disk" }]);
  });
});

/** Makes an error that is its own cause through another error. */
function cyclic(): Error {
  const one = new Error("one");
  one.cause = new Error("two", { cause: one });
  return one;
}

/** Makes an endless chain of causes, each made when it is read. */
function endless(): object {
  return new Proxy(new Error("again"), {
    get: (target, key) => (key === "cause" ? endless() : Reflect.get(target, key)),
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable(new Error("x"), {});
  revoke();
  return proxy;
}

const throwing = () => {
  throw new Error("getter");
};

const HUGE = "x\u001b]8;;".repeat(1_000_000);

const HOSTILE: Readonly<Record<string, () => unknown>> = {
  "escape sequences everywhere": () =>
    Object.assign(new Error("\u001b[2J\u009b31m\rgone\u202e"), {
      name: "\u001b]0;title\u0007",
      code: "\u001b[A",
      stack: "\u001b[2J\n    at \u001b[31m (/srv/x.ts:1:1)",
    }),
  "getters that throw": () =>
    Object.defineProperties(new Error("x"), {
      name: { get: throwing },
      message: { get: throwing },
      stack: { get: throwing },
      cause: { get: throwing },
      code: { get: throwing },
    }),
  "a proxy whose traps throw": () =>
    new Proxy(new Error("x"), {
      get: throwing,
      getPrototypeOf: throwing,
      has: throwing,
      getOwnPropertyDescriptor: throwing,
    }),
  "a revoked proxy": revoked,
  "a cycle of causes": cyclic,
  "causes without an end": endless,
  "a chain of ten thousand causes": () =>
    Array.from({ length: 10_000 }).reduce<Error>((cause) => new Error("deep", { cause }), new Error("deepest")),
  "huge texts": () =>
    Object.assign(new Error(HUGE), { name: HUGE, code: HUGE, stack: HUGE.replaceAll("x", "\n    at x") }),
  "a message that looks like frames": () => new Error("x\n    at evil (/etc/passwd:1:1)"),
  "huge numbers": () => 10n ** 100_000n,
  "an object without a prototype": () => Object.assign(Object.create(null), { message: "x" }),
  "a symbol": () => Symbol("\u001b[31m"),
  "toJSON that throws": () => Object.assign(new Error("x"), { toJSON: throwing, toString: throwing }),
  "a function": () => throwing,
  null: () => null,
  "a list of a million": () => new Array(1_000_000).fill("x"),
};

/** Characters that a terminal would obey, except the line breaks of the block itself. */
const OBEYED = /[^\P{Cc}\n]|\p{Cf}/u;

describe.each(Object.entries(HOSTILE))("%s", (_, make) => {
  test("is one bounded line of JSON", () => {
    const line = printed(make(), { style: "json" });
    expect(line).not.toMatch(/\n/);
    expect(line).not.toMatch(OBEYED);
    expect(line.length).toBeLessThan(32_768);
    expect(JSON.parse(line)).toMatchObject({ status: 500, code: "acme_internal_error" });
  });

  test("is a bounded block that a terminal does not obey", () => {
    const text = block(make());
    expect(text).not.toMatch(OBEYED);
    expect(text.length).toBeLessThan(16_384);
    expect(text.split("\n").length).toBeLessThan(30);
    expect(text).toContain("500 acme_internal_error");
  });
});

test("a message that looks like frames does not hide where the error was thrown", () => {
  expect(json(HOSTILE["a message that looks like frames"]?.())["thrown"]).toMatchObject({
    at: expect.not.stringContaining("evil"),
  });
});

test.each<readonly [level: ErrorReport["level"], count: number]>([
  ["error", 1],
  ["info", 0],
  ["debug", 0],
])("by default, a report of level %s is printed so many times: %d", (level, count) => {
  const texts: unknown[] = [];
  const spies = (["error", "info", "debug"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((text) => void texts.push(text)),
  );
  createContract(acme, { onError: (report) => printServerErrors({ ...report, level }) }).respond(new Error("no"), {
    method: "GET",
    path: "/",
    header: () => undefined,
  });
  for (const spy of spies) spy.mockRestore();
  expect(texts).toHaveLength(count);
});

test("what a client sent cannot change the terminal", () => {
  const change = { method: "\u001b[2J", path: "/\u001b[31m\n500 forged", route: "/\u009bm", correlationId: "\u001b" };
  expect(block(new Error("x"), change)).not.toMatch(OBEYED);
  expect(block(new Error("x"), change)).toContain("/\\n500 forged");
});

test("long codes, and strings that double in JSON, are bounded", () => {
  const long = '"'.repeat(100_000);
  const cause = Object.assign(new Error(long), { name: long, code: long, stack: `${long}\n    at ${long}` });
  const thrown = Object.assign(new Error(long, { cause }), {
    name: long,
    code: long,
    stack: `${long}\n    at ${long}`,
  });
  const change = { code: long, path: long, route: long, method: long, correlationId: long, misuse: long };
  expect(printed(thrown, { style: "json" }, change).length).toBeLessThan(32_768);
  expect(block(thrown, change).length).toBeLessThan(16_384);
  expect(block(thrown, { code: "\u001b[2J" })).not.toMatch(OBEYED);
});

test.each([
  [{ style: "pretty" }, 'printReports: style: expected "json" or "readable"'],
  [{ color: 1 }, "printReports: color: expected a boolean"],
  [{ write: "x" }, "printReports: write: expected a function"],
  [{ colour: true }, "printReports: unknown option colour; the options are style, color, write"],
  [null, "printReports: expected an object"],
  ["json", "printReports: expected an object"],
])("refuses %j at start-up", (options, message) => {
  expect(() => printReports(options as PrintOptions)).toThrow(new TypeError(message));
});

test("shows no half of a credential in a name or a code that is too long", () => {
  const token = `ghp_${"aB3dE5fG7hJ9kL2m".repeat(3).slice(0, 36)}`;
  for (let length = 5; length < 70; length += 5) {
    const text = `${"a".repeat(length)} ${token}`;
    const error = Object.assign(new Error("x"), { name: text, code: text });
    expect(printed(error, { style: "json" }) + block(error)).not.toContain(token.slice(0, 12));
  }
});

test("shows no half of a credential that invisible characters make long", () => {
  const key = `v1.0-${"1d9e9b4b6f4e5b3a9e4c8b1d"}-${"8c3d7f2f6c6a8d6e".repeat(9)}85`;
  const name = `failed:&quot;${[...key].join("\u200b\u2060")}&quot; is wrong`;
  const error = Object.assign(new Error("x"), { name, code: name });
  expect(printed(error, { style: "json" }) + block(error)).not.toContain(key.slice(5, 20));
});

describe("a message that is cut", () => {
  test("shows what is left in both styles", () => {
    const error = acme.error("invalid_input", { message: "Bad Request. The card was declined. Ask your bank." });
    expect(json(error)["unsent"]).toBe("Bad Request. … Ask your bank.");
    expect(block(error)).toContain("\n  unsent    Bad Request. … Ask your bank.\n");
  });

  test("shows no credential with a byte order mark in it", () => {
    const token = `ghp_${"aB3dE5fG7hJ9kL2m".repeat(3).slice(0, 36)}`;
    const hidden = `${token.slice(0, 20)}\ufeff${token.slice(20)}`;
    const error = acme.error("invalid_input", { message: `It failed. Use ${hidden} instead.` });
    expect(json(error)["unsent"]).toBe("Use [credential] instead.");
  });

  test("shows no credential that the cut went through", () => {
    const words = "The order was not taken because it is very long indeed ".repeat(12);
    for (let length = 470; length < 520; length++) {
      const error = acme.error("invalid_input", {
        message: `${words.slice(0, length)} Bearer abcdef.ghijkl.mnopqrs end.`,
      });
      expect(json(error)["unsent"] ?? "", String(length)).not.toMatch(/ghijkl|mnopqrs/);
    }
  });
});
