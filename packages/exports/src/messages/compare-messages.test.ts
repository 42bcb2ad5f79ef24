import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { defineMessages, type Messages } from "@uhp-errors/core/messages";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compareMessages } from "./compare-messages.ts";

const catalogWith = (detail: z.ZodType<object, object>): AnyCatalog =>
  defineCatalog({
    vendor: "acme",
    codes: {
      acme_closed: { status: 409, message: "Closed.", detail },
      acme_sold_out: { status: 409, message: "Sold out." },
    },
    contractCodes: ["files"],
  });

const acme = catalogWith(z.object({ closed_at: z.string() }));

const types = {
  invalid_request_error: "a",
  authentication_error: "b",
  permission_error: "c",
  rate_limit_error: "d",
  server_error: "e",
  harness_error: "f",
};

const messages = (codes: object, more: object = types, locale = "de") =>
  (defineMessages() as unknown as (locale: string, table: object) => Messages)(locale, { codes, types: more });

const own = { acme_closed: "Zu seit {closed_at}.", acme_sold_out: () => "Aus." };

const gapsOf = (codes: object, catalog = acme, more: object = types, locale = "de") =>
  compareMessages(messages(codes, more, locale), catalog);

const missing = (code: string) => ({
  code,
  what: "missing",
  sentence: `"${code}" has no sentence: readers see that of its type.`,
});
const unknown = (code: string) => ({
  code,
  what: "unknown",
  sentence: `"${code}" is not a code of the catalog: its sentence is never shown.`,
});
const misplaced = (code: string, name: string) => ({
  code,
  what: "placeholder",
  sentence: `{${name}} in the sentence of "${code}" names no field of its detail: readers see the sentence of its type.`,
});

describe("compareMessages", () => {
  test("finds nothing where all fits", () => {
    expect(gapsOf({ ...own, file_too_large: "{max_bytes}", acme_internal_error: "Nr. {correlation_id}" })).toEqual([]);
    expect(gapsOf({ ...own, acme_sold_out: "{anything}" })).toEqual([]);
  });

  test("finds own codes without a sentence", () => {
    expect(gapsOf({ acme_closed: "Zu." })).toEqual([missing("acme_sold_out")]);
    expect(gapsOf({ ...own, acme_closed: "" })).toEqual([missing("acme_closed")]);
  });

  test("finds sentences for codes that are gone, or that the catalog does not use", () => {
    expect(gapsOf({ ...own, acme_vanished: "Fort.", plugin_not_found: "Fort.", toString: "Fort." })).toEqual([
      unknown("acme_vanished"),
      unknown("plugin_not_found"),
      unknown("toString"),
    ]);
  });

  test("finds placeholders that the detail no longer has", () => {
    expect(gapsOf(own, catalogWith(z.object({ until: z.string() })))).toEqual([misplaced("acme_closed", "closed_at")]);
    expect(gapsOf({ ...own, file_too_large: "{max} {max_bytes} {toString}" })).toEqual([
      misplaced("file_too_large", "max"),
      misplaced("file_too_large", "toString"),
    ]);
  });

  test("says nothing of details that list no fields", () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(gapsOf(own, catalogWith(either))).toEqual([]);
  });

  test("finds types without a sentence, or with a placeholder, and a malformed language", () => {
    const { server_error: _, ...five } = types;
    expect(gapsOf(own, acme, five)).toEqual([
      {
        code: null,
        what: "missing",
        sentence: 'The type "server_error" has no sentence: readers see the service\'s own message.',
      },
    ]);
    expect(gapsOf(own, acme, { ...types, server_error: "{x}", harness_error: () => "{y}" })).toEqual([
      {
        code: null,
        what: "placeholder",
        sentence: '{x} in the sentence of the type "server_error" is shown as it is: types have no fields.',
      },
    ]);
    expect(gapsOf(own, acme, types, "de_DE")).toEqual([
      {
        code: null,
        what: "locale",
        sentence: 'The language "de_DE" is not well-formed: numbers and dates are written as on the reader\'s machine.',
      },
    ]);
  });

  test("finds that there is no language", () => {
    expect(compareMessages({ codes: own, types } as unknown as Messages, acme)).toEqual([
      {
        code: null,
        what: "locale",
        sentence:
          "The language undefined is not well-formed: numbers and dates are written as on the reader's machine.",
      },
    ]);
  });

  test("hides nothing in a sentence", () => {
    expect(gapsOf({ ...own, "acme_\u202e": "X." })).toEqual([{ ...unknown("acme_\\u202e"), code: "acme_\u202e" }]);
  });

  test("refuses what are no messages, and what is no catalog", () => {
    for (const wrong of [undefined, {}, { codes: {} }, { types: {} }]) {
      expect(() => compareMessages(wrong as unknown as Messages, acme)).toThrow(
        "messages: expected what defineMessages returns",
      );
    }
    expect(() => compareMessages(messages(own), {} as AnyCatalog)).toThrow(TypeError);
  });
});
