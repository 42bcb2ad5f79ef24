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
  compareMessages(messages(codes, more, locale), catalog).map(({ code, what }) => [what, code]);

describe("compareMessages", () => {
  test("finds nothing where all fits", () => {
    expect(gapsOf({ ...own, file_too_large: "{max_bytes}", acme_internal_error: "Nr. {correlation_id}" })).toEqual([]);
    expect(gapsOf({ ...own, acme_sold_out: "{anything}" })).toEqual([]);
  });

  test("finds own codes without a sentence", () => {
    expect(gapsOf({ acme_closed: "Zu." })).toEqual([["missing", "acme_sold_out"]]);
    expect(gapsOf({ ...own, acme_closed: "" })).toEqual([["missing", "acme_closed"]]);
  });

  test("finds sentences for codes that are gone, or that the catalog does not use", () => {
    expect(gapsOf({ ...own, acme_vanished: "Fort.", plugin_not_found: "Fort.", toString: "Fort." })).toEqual([
      ["unknown", "acme_vanished"],
      ["unknown", "plugin_not_found"],
      ["unknown", "toString"],
    ]);
  });

  test("finds placeholders that the detail no longer has", () => {
    expect(gapsOf(own, catalogWith(z.object({ until: z.string() })))).toEqual([["placeholder", "acme_closed"]]);
    expect(gapsOf({ ...own, file_too_large: "{max} {max_bytes} {toString}" })).toEqual([
      ["placeholder", "file_too_large"],
      ["placeholder", "file_too_large"],
    ]);
  });

  test("says nothing of details that list no fields", () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(gapsOf(own, catalogWith(either))).toEqual([]);
  });

  test("finds types without a sentence, or with a placeholder, and a malformed language", () => {
    const { server_error: _, ...five } = types;
    expect(gapsOf(own, acme, five)).toEqual([["missing", null]]);
    expect(gapsOf(own, acme, { ...types, server_error: "{x}" })).toEqual([["placeholder", null]]);
    expect(gapsOf(own, acme, types, "de_DE")).toEqual([["locale", null]]);
  });

  test("says it in words", () => {
    const [gap] = compareMessages(messages({ ...own, file_too_large: "{max}" }), acme);
    expect(gap?.sentence).toBe(
      '{max} in the sentence of "file_too_large" names no field of its detail: readers see the sentence of its type.',
    );
  });

  test("refuses what are no messages, and what is no catalog", () => {
    for (const wrong of [undefined, {}, { codes: {} }]) {
      expect(() => compareMessages(wrong as Messages, acme)).toThrow("messages: expected what defineMessages returns");
    }
    expect(() => compareMessages(messages(own), {} as AnyCatalog)).toThrow(TypeError);
  });
});
