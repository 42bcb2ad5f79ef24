import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineCatalog } from "../index.ts";
import { defineMessages, type Messages, placeholdersIn } from "./index.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_closed: { status: 409, message: "Closed.", detail: z.object({ closed_at: z.string() }) },
    acme_too_many_seats: { status: 409, message: "Too many.", detail: z.object({ seats: z.int(), free: z.int() }) },
    acme_sold_out: { status: 409, message: "Sold out." },
  },
});

const types = {
  invalid_request_error: "Die Anfrage ist so nicht möglich.",
  authentication_error: "Bitte melden Sie sich an.",
  permission_error: "Das dürfen Sie nicht.",
  rate_limit_error: (_detail, format, { retryAfter }) =>
    `Versuchen Sie es in ${format.plural(retryAfter, { one: "einer Sekunde", other: "{count} Sekunden" })} noch einmal.`,
  server_error: "Das hat nicht geklappt.",
  harness_error: "Die Aufgabe ist gescheitert.",
} satisfies Messages["types"];

const german = defineMessages<typeof acme>()("de", {
  codes: {
    acme_closed: (detail, format) => `Geschlossen seit ${format.date(detail.closed_at)}.`,
    acme_too_many_seats: (detail, format) =>
      `${format.plural(detail.free, { one: "Nur ein Platz ist", other: "Nur {count} Plätze sind" })} frei.`,
    acme_sold_out: "Ausverkauft.",
    file_too_large: "Höchstens {max_bytes} Bytes.",
    unsupported_protocol_version: "Der Dienst spricht {supported}.",
    environment_busy: "Ein Bau läuft noch.",
  },
  types,
});

/** What is said where a value is missing. */
const REFUSED = types.invalid_request_error;

type Make = Messages["types"][string];

/** What an English sentence of a code says of a detail. */
const said = (sentence: Make, detail: unknown = null) =>
  defineMessages()("en", { codes: { acme_x: sentence }, types }).of(error("acme_x", detail));

const error = (code: string, detail: unknown = null, type = "invalid_request_error") => ({
  type,
  code,
  message: "In the service's own words.",
  param: null,
  detail,
});

describe("the sentence of an error", () => {
  test("is that of its code, with values as the language writes them", () => {
    expect(german.of(error("acme_sold_out"))).toBe("Ausverkauft.");
    expect(german.of(error("file_too_large", { max_bytes: 5_000_000 }))).toBe("Höchstens 5.000.000 Bytes.");
    expect(german.of(error("unsupported_protocol_version", { supported: ["a", "b", "c"] }))).toBe(
      "Der Dienst spricht a, b und c.",
    );
    expect(german.of(error("acme_too_many_seats", { seats: 4, free: 1 }))).toBe("Nur ein Platz ist frei.");
    expect(german.of(error("acme_too_many_seats", { seats: 4_000, free: 1_200 }))).toBe("Nur 1.200 Plätze sind frei.");
    expect(german.of(error("acme_closed", { closed_at: "2026-10-04" }))).toBe("Geschlossen seit 04.10.2026.");
  });

  test("is that of its type, if the code has none", () => {
    expect(german.of(error("acme_new"))).toBe("Die Anfrage ist so nicht möglich.");
    expect(german.of(error("timeout", null, "harness_error"))).toBe("Die Aufgabe ist gescheitert.");
  });

  test("is that of its type, if the detail lacks a value", () => {
    for (const detail of [null, {}, [], "5", { max_bytes: null }, { max_bytes: {} }, { max_bytes: Number.NaN }]) {
      expect(german.of(error("file_too_large", detail))).toBe("Die Anfrage ist so nicht möglich.");
    }
    for (const detail of [null, {}, { free: "2" }])
      expect(german.of(error("acme_too_many_seats", detail))).toBe("Die Anfrage ist so nicht möglich.");
    expect(german.of(error("acme_closed", { closed_at: "soon" }))).toBe("Die Anfrage ist so nicht möglich.");
    expect(german.of(error("unsupported_protocol_version", { supported: [] }))).toBe(types.invalid_request_error);
  });

  test("is found by the name that an older client sees", () => {
    expect(german.of(error("acme_environment_busy"))).toBe("Ein Bau läuft noch.");
  });

  test("may tell the wait that the response states", () => {
    const limited = error("rate_limited", null, "rate_limit_error");
    expect(german.of({ ...limited, retryAfter: 30 })).toBe("Versuchen Sie es in 30 Sekunden noch einmal.");
    expect(german.of({ ...limited, retryAfter: 1 })).toBe("Versuchen Sie es in einer Sekunde noch einmal.");
    expect(german.of(limited)).toBe("In the service's own words.");
  });

  test("is the error's own message for a type that a newer service added", () => {
    expect(german.of(error("acme_new", null, "billing_error"))).toBe("In the service's own words.");
    expect(german.of({ ...error("acme_new", null, "billing_error"), message: undefined })).toBe(types.server_error);
  });

  test("never shows the text of what is no error of the service", () => {
    const page = Object.assign(new Error("The server's answer (status 502): <h1>db-7.internal"), {
      type: null,
      code: null,
    });
    for (const other of [page, new TypeError("fetch failed"), undefined, null, "down", 7, Symbol("x"), () => {}]) {
      expect(german.of(other)).toBe("Das hat nicht geklappt.");
    }
  });
});

describe("hostile values", () => {
  test("are inserted as text, once", () => {
    const detail = { name: "<b>$& {name} $1</b>", "$&": "{name}" };
    expect(said("Name: {name}, {$&}", detail)).toBe("Name: <b>$& {name} $1</b>, {name}");
  });

  test("count only if they are the detail's own", () => {
    const messages = defineMessages()("de", {
      codes: {
        a_b: "{toString}{constructor}",
        a_c: "{max_bytes}",
        a_d: (detail, format) => format.number(detail["max_bytes"]),
      },
      types,
    });
    expect(messages.of(error("a_b", {}))).toBe(types.invalid_request_error);
    for (const code of ["a_c", "a_d"]) {
      expect(messages.of(error(code, Object.create({ max_bytes: 1 })))).toBe(types.invalid_request_error);
    }
    const polluted = Object.prototype as { max_bytes?: number; toJSON?: unknown };
    polluted.max_bytes = 1;
    try {
      for (const code of ["a_c", "a_d"]) expect(messages.of(error(code, {}))).toBe(types.invalid_request_error);
    } finally {
      delete polluted.max_bytes;
    }
    for (const code of ["toString", "__proto__", "constructor"])
      expect(messages.of(error(code, null, code))).toBe("In the service's own words.");
  });

  test("never make it throw", () => {
    const throwing = {
      get code(): string {
        throw new Error("code");
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const detail = {
      get max_bytes(): number {
        throw new Error("detail");
      },
    };
    for (const value of [throwing, proxy]) expect(german.of(value)).toBe(types.server_error);
    for (const hostile of [detail, proxy])
      expect(german.of(error("file_too_large", hostile))).toBe(types.invalid_request_error);
  });
});

describe("mistakes in a table", () => {
  const define = defineMessages() as unknown as (locale: unknown, table: unknown) => Messages;

  test("never throw, so that a page is not empty for them", () => {
    const wrong = { acme_sold_out: 7, acme_closed: () => 7, acme_lost: "", acme_late: async () => "x" };
    const messages = define("de_DE", { codes: wrong, types });
    for (const code of Object.keys(wrong)) expect(messages.of(error(code))).toBe(types.invalid_request_error);
    expect(define("de", undefined).of(error("acme_x"))).toBe("In the service's own words.");
    expect(define(undefined, { types: null }).of(undefined)).toBe("");
  });

  test("fall back to the machine's language for a malformed one", () => {
    const messages = define("de_DE", { codes: { acme_x: "{n} Bytes" }, types });
    expect(messages.of(error("acme_x", { n: 5 }))).toBe("5 Bytes");
  });
});

test("the format of a language is given to functions", () => {
  const written = (locale: string, make: Parameters<ReturnType<typeof defineMessages>>[1]["types"]["server_error"]) =>
    defineMessages()(locale, { codes: { acme_x: make }, types }).of(error("acme_x", { at: "2026-10-04T12:00:00Z" }));
  expect(written("en-GB", (_, format) => format.number(1_234.5))).toBe("1,234.5");
  expect(written("de", (_, format) => format.number(5, { style: "unit", unit: "megabyte" }))).toBe("5 MB");
  expect(written("fr", (_, format) => format.list(["a", 2], { type: "disjunction" }))).toBe("a ou 2");
  expect(written("en", ({ at }, format) => format.date(at, { dateStyle: "long", timeZone: "UTC" }))).toBe(
    "October 4, 2026",
  );
  expect(written("en", (_, format) => format.date(0, { year: "numeric", timeZone: "UTC" }))).toBe("1970");
  expect(written("pl", (_, format) => format.plural(3, { one: "plik", few: "{count} pliki", other: "plików" }))).toBe(
    "3 pliki",
  );
  expect(written("de", (_, format) => `${format.text("x")} ${format.locale}`)).toBe("x de");
});

describe("a date", () => {
  const write = (value: unknown, options?: Intl.DateTimeFormatOptions) =>
    said((_, format) => format.date(value, options));
  const NOON = "2026-10-04T12:00:00Z";
  const withTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(NOON));

  test.each<readonly [value: unknown, written: string]>([
    ["2026-10-04", "Oct 4, 2026"],
    [NOON, withTime],
    [Date.parse(NOON), withTime],
    ["2026-10-04Z", REFUSED],
    ["on 2026-10-04", REFUSED],
    ["2026-10-04 12:00", REFUSED],
    ["2026-13-04", REFUSED],
    ["4", REFUSED],
    [Number.NaN, REFUSED],
    [null, REFUSED],
  ])("%j is written as %j", (value, written) => expect(write(value)).toBe(written));

  test("is of its own day, whatever the time zone", () => {
    expect(write("2026-10-04", { dateStyle: "short" })).toBe("10/4/26");
    expect(write("2026-10-04", { dateStyle: "short", timeZone: "Pacific/Honolulu" })).toBe("10/3/26");
    expect(write("2026-10-04T00:00:00Z", { dateStyle: "short", timeZone: "Pacific/Honolulu" })).toBe("10/3/26");
  });
});

test("a sentence is told the facts of the error", () => {
  const messages = defineMessages()("en", { codes: { acme_x: (_d, _f, facts) => JSON.stringify(facts) }, types });
  const facts = { type: "server_error", code: "acme_x", param: "order.id", retryAfter: 3, requestId: "r-1" };
  expect(JSON.parse(messages.of(facts))).toEqual(facts);
  for (const retryAfter of ["3", Number.NaN, Number.POSITIVE_INFINITY, null]) {
    expect(JSON.parse(messages.of({ ...facts, retryAfter, param: 7, requestId: null }))).toEqual({
      type: "server_error",
      code: "acme_x",
    });
  }
});

test("a sentence of a type is sent as it is", () => {
  const messages = defineMessages()("en", { codes: {}, types: { ...types, server_error: "{n} of {m}." } });
  expect(messages.of(error("acme_x", { n: 1, m: 2 }, "server_error"))).toBe("{n} of {m}.");
  expect(messages.of(undefined)).toBe("{n} of {m}.");
});

test("a table that throws has no sentences", () => {
  const table = {
    get acme_x(): string {
      throw new Error("x");
    },
  };
  const messages = defineMessages()("en", { codes: table, types });
  expect(messages.of(error("acme_x"))).toBe(types.invalid_request_error);
});

test("the placeholders of a sentence are braces around a name", () => {
  expect(placeholdersIn("{a} {b_c} {a} { d } {} {e {f}")).toEqual(["a", "b_c", "f"]);
});

describe("a list", () => {
  const write = (list: unknown) => said((_, format) => format.list(list));

  test.each<readonly [list: unknown, written: string]>([
    [["a"], "a"],
    [["a", 1_200], "a and 1,200"],
    [["a", "b", "c"], "a, b, and c"],
    [[], REFUSED],
    [["a", null], REFUSED],
    [["a", Number.NaN], REFUSED],
    [new Array(1), REFUSED],
    ["a", REFUSED],
    [{ length: 1, 0: "a" }, REFUSED],
  ])("%j is written as %j", (list, written) => expect(write(list)).toBe(written));
});

describe("a count", () => {
  const write = (count: unknown, forms: { readonly one?: string; readonly other: string }) =>
    said((_, format) => format.plural(count, forms));
  const forms = { one: "one seat", other: "{count} seats, {count} in all" };

  test.each<readonly [count: unknown, written: string]>([
    [1, "one seat"],
    [0, "0 seats, 0 in all"],
    [1_200, "1,200 seats, 1,200 in all"],
    ["1", REFUSED],
    [Number.POSITIVE_INFINITY, REFUSED],
    [undefined, REFUSED],
  ])("%j is written as %j", (count, written) => expect(write(count, forms)).toBe(written));

  test("without a form of its own has the last one", () => {
    expect(write(1, { other: "{count} seats" })).toBe("1 seats");
    expect(write(1, Object.create({ one: "inherited" }, { other: { value: "{count} seats" } }))).toBe("1 seats");
  });
});

test.each<readonly [value: unknown, written: string]>([
  ["<b>", "At <b>."],
  [1_200, "At 1,200."],
  [["a", 2], "At a and 2."],
  ["", "At ."],
  [true, REFUSED],
  [null, REFUSED],
  [{}, REFUSED],
  [[], REFUSED],
])("a value %j of the detail appears as it is written in the language: %j", (value, written) => {
  expect(said("At {value}.", { value })).toBe(written);
});

test("the messages tell their language and their sentences, and cannot be changed", () => {
  expect([german.locale, german.codes["acme_sold_out"], german.types["server_error"]]).toEqual([
    "de",
    "Ausverkauft.",
    "Das hat nicht geklappt.",
  ]);
  expect([german, german.codes, german.types].map((part) => Object.isFrozen(part))).toEqual([true, true, true]);
});
