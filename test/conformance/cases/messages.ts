import { acme, untypedError } from "../../support/catalog.ts";
import { LEAKY_TEXT, SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { type Case, throwing } from "./case.ts";

const FALLBACK = "There is no such harness.";

function message(id: string, text: unknown, expected: string, clauses: Case["clauses"] = ["ENV-5"]): Case {
  return {
    id: `message.${id}`,
    clauses,
    title: `a message: ${id}`,
    handler: throwing(() => untypedError("harness_not_found", { message: text })),
    expect: { status: 404, code: "harness_not_found", message: expected },
    neverContains: SECRET_VALUES,
  };
}

/** What an author interpolated, and how much of it may be sent. */
const PRIVATE_TEXTS: Readonly<Record<string, readonly [text: string, left: string]>> = {
  "url-password": ["Could not reach postgres://svc:hunter2-planted@db/x", "Could not reach [host]"],
  "url-password-at-public-host": [
    "Could not reach https://svc:hunter2-planted@example.com/x",
    "Could not reach https://[credential]@example.com/x",
  ],
  "connection-string": [
    "Refused Server=db;User Id=sa;Password=hunter2-planted;",
    "Refused Server=[host];User Id=sa;Password=[credential];",
  ],
  bearer: ["Refused Bearer abcdefghijklmnop", "Refused Bearer [credential]"],
  "api-key": ["The api_key=abcdef123 was refused", "The api_key=[credential] was refused"],
  "key-by-shape": ["The key sk-live-abcdefghijkl was refused", "The key [credential] was refused"],
  jwt: ["Got eyJhbGciOiJIUzI1NiJ9.e30.x", "Got [credential]"],
  cookie: ["Refused Cookie: sid=hunter2-planted; theme=dark", "Refused Cookie: [credential]"],
  "signed-url": [
    "Expired: https://example.com/a?sig=abcdef1234567890&x=1",
    "Expired: https://example.com/a?sig=[credential]&x=1",
  ],
  "private-address": ["No answer from 10.0.3.7", "No answer from [host]"],
  "private-address-v6": ["No answer from [fd00::7]:5432", "No answer from [host]"],
  "internal-name": ["No answer from db-1.prod.internal", "No answer from [host]"],
  "host-and-port": ["No answer from redis:6379", "No answer from [host]"],
  "system-error": ["getaddrinfo ENOTFOUND billing", "getaddrinfo ENOTFOUND [host]"],
  "posix-path": ["Cannot read /srv/harness/lib/store.js", "Cannot read [path]"],
  "home-path": ["Cannot read ~/notes/x", "Cannot read [path]"],
  "windows-path": ["Cannot read C:\\app\\secrets.txt", "Cannot read [path]"],
  "windows-share": ["Cannot read \\\\files\\team\\x.txt", "Cannot read [path]"],
  "relative-path": ["Cannot load src/harness/store.ts:3:1", "Cannot load [path]"],
  "python-stack": [
    'Failed: Traceback (most recent call last): File "/srv/x.py", line 3, in run go() ValueError: no such task',
    "Failed: ValueError: no such task",
  ],
  "java-stack": ["Failed: no such task at com.acme.Main.run(Main.java:12) ... 3 more", "Failed: no such task"],
};

export const MESSAGE_CASES: readonly Case[] = [
  message("own", "No harness is called chrn_1.", "No harness is called chrn_1."),
  message("absent", undefined, FALLBACK),
  message("empty", "", FALLBACK),
  message("blank", " \n ", FALLBACK),
  message("not-a-string", 42, FALLBACK),
  message("two-sentences", "It is gone. Ask again tomorrow.", "It is gone."),
  message("two-lines", "It is gone\nand more", "It is gone"),
  message("controls", "It\u0000 is\u202e gone\u200b", "It is gone"),
  message("stack", "Boom\n    at run (/srv/app/x.js:1:2)", "Boom"),
  message("flat-stack", "Boom at run (x.js:1:2) at main (y.js:3:4)", "Boom"),
  message("time-of-day", "Closed until 10:30:00 today.", "Closed until 10:30:00 today."),
  message("long", "a".repeat(600), `${"a".repeat(499)}…`),
  message("surrogate-at-the-cut", `${"a".repeat(498)}😀aa`, `${"a".repeat(498)}…`),
  message("10-MB", "a ".repeat(5_000_000), `${"a ".repeat(249)}a…`),
  message("leaky", LEAKY_TEXT, "connect ECONNREFUSED [host]", ["ENV-6"]),
  message("nothing-but-private", `${SECRETS.path} ${SECRETS.host}`, FALLBACK, ["ENV-6"]),
  ...Object.entries(PRIVATE_TEXTS).map(([kind, [text, left]]) => message(`private.${kind}`, text, left, ["ENV-6"])),
  {
    id: "message.cause",
    clauses: ["ENV-6", "LEAK-1"],
    title: "a cause stays with the operator",
    handler: throwing(() => acme.error("preview_failed", { cause: new Error(LEAKY_TEXT) })),
    expect: { status: 502, code: "preview_failed", message: "The file could not be converted to a preview." },
    neverContains: SECRET_VALUES,
  },
  ...Object.entries({
    "a.b": "a.b",
    "input[0].type": "input.0.type",
    ".a": "a",
    "a/b": null,
    "metadata.<script>": "metadata",
    "": null,
  }).map(
    ([given, param]): Case => ({
      id: `param.${given}`,
      clauses: ["ENV-7"],
      title: `param ${JSON.stringify(given)} leaves as ${JSON.stringify(param)}`,
      handler: throwing(() => acme.error("invalid_input", { param: given })),
      expect: { status: 400, code: "invalid_input", param },
    }),
  ),
  {
    id: "param.segments",
    clauses: ["ENV-7"],
    title: "param as segments",
    handler: throwing(() => acme.error("invalid_input", { param: ["input", 0, { key: "type" }] })),
    expect: { status: 400, code: "invalid_input", param: "input.0.type" },
  },
  ...(["text", ["list"], 3] as const).map(
    (detail): Case => ({
      id: `detail.not-an-object.${typeof detail}`,
      clauses: ["ENV-7"],
      title: `detail is never ${JSON.stringify(detail)}`,
      handler: throwing(() => untypedError("invalid_input", { detail })),
      expect: { status: 400, code: "invalid_input", detail: null },
    }),
  ),
  {
    id: "detail.hostile",
    clauses: ["ENV-7"],
    title: "a detail that JSON cannot hold is written with placeholders",
    handler: throwing(() => {
      const detail: Record<string, unknown> = { big: 12n, date: new Date(0), nothing: undefined, nan: Number.NaN };
      detail["self"] = detail;
      Object.defineProperty(detail, "trap", { enumerable: true, get: () => untypedThrow() });
      return untypedError("invalid_input", { detail });
    }),
    expect: {
      status: 400,
      code: "invalid_input",
      detail: {
        big: "12",
        date: "1970-01-01T00:00:00.000Z",
        nan: null,
        self: "[circular]",
        trap: "[unreadable]",
      },
    },
  },
  {
    id: "deprecated-detail.on",
    clauses: ["ENV-9"],
    title: "the deprecated string is next to error on request",
    options: { compat: { deprecatedDetail: true } },
    handler: throwing(() => acme.error("harness_not_found")),
    expect: { status: 404, code: "harness_not_found" },
  },
  {
    id: "deprecated-detail.off",
    clauses: ["ENV-9"],
    title: "the deprecated string is absent by default",
    handler: throwing(() => acme.error("harness_not_found")),
    expect: { status: 404, code: "harness_not_found" },
  },
];

function untypedThrow(): never {
  throw new Error(LEAKY_TEXT);
}
