import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { toJson } from "../json/catalog-json.ts";
import { compare } from "./compare.ts";

const define = defineCatalog as unknown as (options: object) => AnyCatalog;
const of = (definition: object) => define({ vendor: "acme", codes: { acme_x: { status: 503, ...definition } } });

const COLD = { message: "Cold." };
const object = (shape: Parameters<typeof z.object>[0]) => ({ ...COLD, detail: z.object(shape) });

test.each<readonly [what: string, before: object, after: object, sentences: readonly string[]]>([
  [
    "a message",
    COLD,
    { message: "Still cold." },
    ['The message of "acme_x" was "Cold." and is "Still cold.": only a text is another.'],
  ],
  [
    "a `when`",
    { ...COLD, when: "A." },
    { ...COLD, when: "B." },
    ['The `when` of "acme_x" was "A." and is "B.": only a text is another.'],
  ],
  [
    "a status",
    COLD,
    { ...COLD, status: 502 },
    ['The status of "acme_x" was 503 and is 502: clients and proxies act on the status.'],
  ],
  [
    "a retry rule",
    COLD,
    { ...COLD, retry: "never" },
    ['The retry rule of "acme_x" was "backoff" and is "never": clients send requests again by this rule.'],
  ],
  [
    "a field that is gone",
    object({ a: z.int(), b: z.int() }),
    object({ a: z.int() }),
    ['In the detail of "acme_x", the field b is gone: what reads it breaks.'],
  ],
  [
    "a new field",
    object({ a: z.int() }),
    object({ a: z.int(), b: z.int().optional() }),
    ['In the detail of "acme_x", the field b is new.'],
  ],
  [
    "a new field of every error",
    object({ a: z.int() }),
    object({ a: z.int(), b: z.int() }),
    [
      'In the detail of "acme_x", the field b is new and every error must have it: what makes errors without it breaks.',
    ],
  ],
  [
    "a field that may be missing",
    object({ a: z.int() }),
    object({ a: z.int().optional() }),
    ['In the detail of "acme_x", the field a may be missing now: what reads it breaks.'],
  ],
  [
    "a field that must be there",
    object({ a: z.int().optional() }),
    object({ a: z.int() }),
    ['In the detail of "acme_x", every error must have the field a now: what makes errors without it breaks.'],
  ],
  [
    "a narrower rule",
    object({ a: z.string().max(9) }),
    object({ a: z.string().max(8) }),
    [
      'In the detail of "acme_x", detail.a.maxLength was 9 and is 8: what fitted may not fit any more, or nobody can tell.',
    ],
  ],
  [
    "a wider rule",
    object({ a: z.string().max(9) }),
    object({ a: z.string() }),
    ['In the detail of "acme_x", detail.a.maxLength was 9 and is not stated: what fitted still fits.'],
  ],
])("%s is explained", (_what, before, after, sentences) => {
  expect(compare(toJson(of(before)), of(after)).map(({ sentence }) => sentence)).toEqual(sentences);
});
