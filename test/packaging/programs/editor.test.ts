import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { openEditor } from "../../support/editor.ts";

const PRELUDE = `import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int() }),
      when: "The accelerator has been idle.",
    },
    acme_teapot: { status: 418, message: "This is a teapot." },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
  },
});
`;

/** What only wrong lines use. */
const BESIDE = `
const shop = defineCatalog({
  vendor: "shop",
  codes: {
    shop_left: { task: true, message: "The agent left.", context: z.object({ pid: z.int() }) },
    shop_cold: {
      status: 503,
      message: "The shard is warming up.",
      detail: z.object({ zone: z.string().optional(), eta_seconds: z.int() }),
      context: z.object({ shard: z.string() }),
    },
    shop_either: { status: 409, message: "It differs.", detail: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]) },
  },
});
const pay = acme.operation({ method: "POST", path: "/pay", codes: ["acme_gpu_cold"] });
class AppError extends Error {}
const isBusy = (thrown: unknown) => thrown instanceof AppError;
`;

/** Each line has one mistake: one complaint, at one place. */
const COMPLAINTS: readonly (readonly [what: string, line: string, at: string, complaint: string])[] = [
  [
    "a wrong code",
    'acme.error("acme_gpu_clod");',
    '"acme_gpu_clod"',
    `Argument of type '"acme_gpu_clod"' is not assignable to parameter of type '"acme_gpu_clod is not a code of this catalog; did you mean acme_gpu_cold?"'.`,
  ],
  [
    "a wrong code with arguments",
    'acme.error("acme_gpu_clod", { detail: { eta_seconds: 3 } });',
    '"acme_gpu_clod"',
    `Argument of type '"acme_gpu_clod"' is not assignable to parameter of type '"acme_gpu_clod is not a code of this catalog; did you mean acme_gpu_cold?"'.`,
  ],
  [
    "a wrong detail",
    'acme.error("file_too_large", { detail: { max_bytes: "1 MiB" } });',
    "max_bytes",
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "a retry rule that does not fit",
    'defineCatalog({ vendor: "acme", codes: { acme_x: { status: 404, message: "X.", retry: "backoff" } } });',
    "retry",
    `Type '"backoff"' is not assignable to type '"a client that does not know the code goes by its type, invalid_request_error, for which retry can be never"'.`,
  ],
  ...codes([
    ["harness_not_fond", "harness_not_fond is not a code of this catalog; did you mean harness_not_found?"],
    ["harness_nott_found", "harness_nott_found is not a code of this catalog; did you mean harness_not_found?"],
    ["harnes_not_found", "harnes_not_found is not a code of this catalog; did you mean harness_not_found?"],
    ["route_not_found", "route_not_found is not a code of this catalog; did you mean acme_route_not_found?"],
    ["acme_session_busy", "acme_session_busy is not a code of this catalog; did you mean session_busy?"],
    ["wholly_different", "wholly_different is not a code of this catalog"],
    ["acme_gpu", "acme_gpu_cold"],
    ["timeout", "timeout belongs inside the response of a task; use taskError"],
    ["acme_agent_crashed", "acme_agent_crashed belongs inside the response of a task; use taskError"],
  ]),
  [
    "a code of a request in a task",
    'acme.taskError("file_too_large");',
    '"file_too_large"',
    `Argument of type '"file_too_large"' is not assignable to parameter of type '"file_too_large answers a request; use error"'.`,
  ],
  [
    "a wrong code of a task",
    'acme.taskError("acme_agent_crash_ed");',
    '"acme_agent_crash_ed"',
    `Argument of type '"acme_agent_crash_ed"' is not assignable to parameter of type '"acme_agent_crash_ed is not a code of this catalog; did you mean acme_agent_crashed?"'.`,
  ],
  [
    "a detail without a field",
    'acme.error("file_too_large", { detail: {} });',
    "detail",
    "Type '{}' is not assignable to type '{ readonly max_bytes: number; } | ({ readonly max_bytes: number; } & Readonly<Record<string, unknown>>)'.",
  ],
  ...missing([
    ['acme.error("file_too_large");', "file_too_large", "{ detail: { max_bytes } }"],
    ['shop.error("shop_cold");', "shop_cold", "{ detail: { eta_seconds }, context: { shard } }"],
    ['shop.error("shop_cold", undefined);', "shop_cold", "{ detail: { eta_seconds }, context: { shard } }"],
    ['shop.error("shop_either");', "shop_either", "{ detail: { … } }"],
    ['shop.taskError("shop_left");', "shop_left", "{ context: { pid } }"],
    ['pay.error("acme_gpu_cold");', "acme_gpu_cold", "{ detail: { eta_seconds } }"],
  ]),
  ...recognizers([
    [
      '(thrown) => (thrown ? { code: "session_busy" } : undefined)',
      '(thrown) => (thrown ? { code: "session_busy" } : undefined)',
      "(thrown: unknown) => { code: string; } | undefined",
    ],
    ["AppError", "AppError", "typeof AppError"],
    ["recognizeClass(AppError), isBusy", "isBusy", "(thrown: unknown) => thrown is AppError"],
  ]),
  ...definitions([
    [
      'acme_x: { status: 503, message: "X.", retry: "client_judgement" }',
      "retry",
      `'"client_judgement"'`,
      "a client that does not know the code goes by its type, server_error, for which retry can be never, backoff or retry_after",
    ],
    [
      'acme_x: { status: 409, message: "X.", type: "server_error" }',
      "type",
      `'"server_error"'`,
      "a type is not declared, it follows from the status",
    ],
    ['acme_x: { status: 409, message: "X.", text: 1 }', "text", "'number'", "text is not part of a definition"],
    ['acme_x: { status: 302, message: "X." }', "status", "'number'", "a code's status must be a 4xx or 5xx"],
    [
      'acme_x: { status: 409, message: "X.", detail: z.string() }',
      "detail",
      "'ZodString'",
      "a detail is an object, so its schema must be of one",
    ],
    [
      'acme_x: { status: 409, message: "X.", detail: { eta: "string" } }',
      "detail",
      "'{ eta: string; }'",
      "a detail is described by a Standard Schema of an object, such as zod's",
    ],
    [
      'acme_x: { task: true, message: "X.", retry: "never" }',
      "retry",
      `'"never"'`,
      "retry is not part of a task code's definition",
    ],
    [
      'acme_conflict: { message: "X.", status: 409 }',
      "status",
      "'number'",
      "status cannot be changed: acme_conflict is built in, and only its message can be",
    ],
    [
      'x: { status: 409, message: "X." }',
      "x",
      "'{ status: number; message: string; }'",
      "a code of vendor acme must begin with acme_",
    ],
    [
      'session_busy: { status: 409, message: "X." }',
      "session_busy",
      "'{ status: number; message: string; }'",
      "session_busy is a code of the contract, which a vendor cannot redefine",
    ],
    [
      'acme_session_busy: { status: 409, message: "X." }',
      "acme_session_busy",
      "'{ status: number; message: string; }'",
      "acme_session_busy is taken: older clients see the contract's code session_busy under it",
    ],
    [
      'acme_http_418: { status: 418, message: "X." }',
      "acme_http_418",
      "'{ status: number; message: string; }'",
      "names of the form http_<status> are taken by bare statuses",
    ],
    [
      'acme_X: { status: 418, message: "X." }',
      "acme_X",
      "'{ status: number; message: string; }'",
      "a code is lower-case words of letters and digits, joined by single underscores",
    ],
  ]),
  [
    "a definition without a message",
    'defineCatalog({ vendor: "acme", codes: { acme_x: { status: 404 } } });',
    "acme_x",
    "Property 'message' is missing in type '{ status: number; }' but required in type 'VendorRequestDefinition'.",
  ],
  [
    "a retry rule that does not exist",
    'defineCatalog({ vendor: "acme", codes: { acme_x: { status: 404, message: "X.", retry: "nevr" } } });',
    "retry",
    `Type '"nevr"' is not assignable to type '"never"'.`,
  ],
  [
    "a reserved prefix",
    'defineCatalog({ vendor: "session" });',
    "vendor",
    `Type '"session"' is not assignable to type '"session is reserved: it begins a code of the contract or names a kind of error"'.`,
  ],
];

function missing(rows: readonly (readonly [line: string, code: string, init: string])[]) {
  return rows.map(
    ([line, code, init]) =>
      [
        `an init that is missing: ${line}`,
        line,
        `"${code}"`,
        `Argument of type '"${code}"' is not assignable to parameter of type '"${code} requires a second argument, ${init}"'.`,
      ] as const,
  );
}

function recognizers(rows: readonly (readonly [list: string, at: string, type: string])[]) {
  return rows.map(
    ([list, at, type]) =>
      [
        `the recognizers ${list}`,
        `createContract(acme, { recognize: [${list}] });`,
        at,
        [
          `Type '${type}' is not assignable to type 'Recognizer | BareFunction'.`,
          `  Property '"write { name, recognize: (thrown) => … } in place of a function, and recognizeClass(AppError) in place of a class"' is missing in type '${type}' but required in type 'BareFunction'.`,
        ].join("\n"),
      ] as const,
  );
}

function codes(rows: readonly (readonly [code: string, sentence: string])[]) {
  return rows.map(
    ([code, sentence]) =>
      [
        `the code ${code}`,
        `acme.error("${code}");`,
        `"${code}"`,
        `Argument of type '"${code}"' is not assignable to parameter of type '"${sentence}"'.`,
      ] as const,
  );
}

function definitions(rows: readonly (readonly [definition: string, at: string, type: string, sentence: string])[]) {
  return rows.map(
    ([definition, at, type, sentence]) =>
      [
        `the definition ${definition}`,
        `defineCatalog({ vendor: "acme", codes: { ${definition} } });`,
        at,
        `Type ${type} is not assignable to type '"${sentence}"'.`,
      ] as const,
  );
}

describe("the compiler names a mistake once, in its place:", () => {
  const program = `${PRELUDE}${BESIDE}${COMPLAINTS.map(([, line]) => line).join("\n")}\n`;
  const editor = openEditor(program);

  test.each(COMPLAINTS)("%s", (_what, line, at, message) => {
    expect(editor.complaints(line)).toEqual([[at, message]]);
  });

  test("and nothing else", () => {
    expect(editor.complaints(program)).toHaveLength(COMPLAINTS.length);
  });
});

describe("an editor", () => {
  const editor = openEditor(`${PRELUDE}
import { CODES } from "@uhp-errors/core";
CODES.file_too_large;
acme.codes.acme_gpu_cold;
acme.codes.acme_internal_error;
acme.error("");
acme.error("acme_gpu_");
acme.taskError("");
defineCatalog({ vendor: "acme", codes: { acme_x: { status: 503, message: "X.", retry: "" } } });
`);

  test("shows the facts of a code of the contract", () => {
    expect(editor.hover("CODES.file_too_large")).toBe(`(property) file_too_large: {
    readonly status: 413;
    readonly message: string;
    readonly when: string;
    readonly type: "invalid_request_error";
    readonly where: "request";
    readonly since: "2026-08-11";
    readonly retry: "never";
    readonly detail: {
        readonly max_bytes: "positive_integer";
    };
}`);
  });

  test("shows status, message and condition of a vendor's code", () => {
    expect(editor.hover("acme.codes.acme_gpu_cold")).toBe(`(property) acme_gpu_cold: {
    readonly status: 503;
    readonly message: "The accelerator is warming up.";
    readonly when: "The accelerator has been idle.";
    readonly type: "server_error";
    readonly where: "request";
    readonly since: "2026-08-11";
    readonly retry: "backoff";
} & {
    readonly detail: z.ZodObject<{
        eta_seconds: z.ZodInt;
    }, z.core.$strip>;
}`);
  });

  test("shows the facts of a built-in code", () => {
    expect(editor.hover("acme.codes.acme_internal_error")).toContain(`acme_internal_error: {
    readonly status: 500;
    readonly message: string;
    readonly when: string;
    readonly type: "server_error";`);
  });

  const catalog = defineCatalog({
    vendor: "acme",
    codes: {
      acme_gpu_cold: { status: 503, message: "Cold." },
      acme_teapot: { status: 418, message: "Tea." },
      acme_agent_crashed: { task: true, message: "Crashed." },
    },
  });
  const codesIn = (...places: readonly string[]) =>
    Object.entries<{ readonly where: string }>(catalog.codes)
      .filter(([, { where }]) => places.includes(where))
      .map(([code]) => code);

  test.each([
    ["of requests", 'acme.error("', codesIn("request")],
    ["of requests, whatever has been typed", 'acme.error("acme_gpu_', codesIn("request")],
    ["of tasks", 'acme.taskError("', codesIn("failed_task", "cancelled_task")],
  ])("offers the codes %s, and no sentence", (_what, place, codes) => {
    expect([...editor.completions(place)].sort()).toEqual(codes.sort());
  });

  test("offers the retry rules that fit", () => {
    expect([...editor.completions('retry: "')].sort()).toEqual(["backoff", "never", "retry_after"]);
  });
});
