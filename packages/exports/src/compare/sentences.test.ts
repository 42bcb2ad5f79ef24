import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { toJson } from "../json/catalog-json.ts";
import { compare } from "./compare.ts";

const define = defineCatalog as unknown as (options: object) => AnyCatalog;
const of = (definition: object) => define({ vendor: "acme", codes: { acme_x: { status: 503, ...definition } } });

const COLD = { message: "Cold." };
const object = (shape: Parameters<typeof z.object>[0]) => ({ ...COLD, detail: z.object(shape) });

const A = object({ a: z.int() });
const MAYBE_A = object({ a: z.int().optional() });
const ofLength = (most: number) => object({ a: z.string().max(most) });
const IN_DETAIL = 'In the detail of "acme_x",';

test.each<readonly [what: string, before: object, after: object, sentence: string]>([
  [
    "a `when`",
    { ...COLD, when: "A." },
    { ...COLD, when: "B." },
    'The `when` of "acme_x" was "A." and is "B.": only a text is another.',
  ],
  [
    "a retry rule",
    COLD,
    { ...COLD, retry: "never" },
    'The retry rule of "acme_x" was "backoff" and is "never": clients send requests again by this rule.',
  ],
  ["a field that is gone", A, object({}), `${IN_DETAIL} the field a is gone: what reads it breaks.`],
  [
    "a new field of every error",
    A,
    object({ a: z.int(), b: z.int() }),
    `${IN_DETAIL} the field b is new and every error must have it: what makes errors without it breaks.`,
  ],
  ["a field that may be missing", A, MAYBE_A, `${IN_DETAIL} the field a may be missing now: what reads it breaks.`],
  [
    "a field that must be there",
    MAYBE_A,
    A,
    `${IN_DETAIL} every error must have the field a now: what makes errors without it breaks.`,
  ],
  [
    "a narrower rule",
    ofLength(9),
    ofLength(8),
    `${IN_DETAIL} detail.a.maxLength was 9 and is 8: what fitted may not fit any more, or nobody can tell.`,
  ],
  [
    "a wider rule",
    ofLength(9),
    object({ a: z.string() }),
    `${IN_DETAIL} detail.a.maxLength was 9 and is not stated: what fitted still fits.`,
  ],
])("%s is explained", (_what, before, after, sentence) => {
  expect(compare(toJson(of(before)), of(after)).map((change) => change.sentence)).toEqual([sentence]);
});

test.each<readonly [fact: string, before: unknown, sentence: string]>([
  [
    "type",
    "permission_error",
    'The type of "acme_x" was "permission_error" and is "server_error": a client that does not know the code goes by its type.',
  ],
  ["status", [500], 'The status of "acme_x" was 500 and is 503: clients and proxies act on the status.'],
  [
    "places",
    ["failed_task", "stream"],
    'The place of "acme_x" was failed_task or stream and is request: clients look for it where it was.',
  ],
  [
    "since",
    "2026-10-04",
    'The first version of "acme_x" was "2026-10-04" and is "2026-08-11": clients of a version before it see the code under another name.',
  ],
  [
    "docs_url",
    "https://acme.example/x",
    'The page of "acme_x" was "https://acme.example/x" and is null: only a link is another.',
  ],
])("another %s of a stored code is explained", (fact, before, sentence) => {
  const json = JSON.parse(JSON.stringify(toJson(of(COLD))));
  json.codes.find(({ code }: { code: string }) => code === "acme_x")[fact] = before;
  expect(compare(json, of(COLD)).map((change) => change.sentence)).toEqual([sentence]);
});
