import { defineCatalog } from "@uhp-errors/core";
import { toJson } from "@uhp-errors/exports";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { adviceOn, answerOf, OLDEST, throwLine } from "./answer.ts";
import { exampleDetail, pastedShelf, plainShelf } from "./catalog.ts";

const NEWEST = "2026-10-04";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative() }),
    },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
  },
});

/** The row of a code, or the first one that a function finds. */
function rowOf({ codes }: ReturnType<typeof plainShelf>, wanted: string | ((row: (typeof codes)[number]) => boolean)) {
  const row = codes.find(typeof wanted === "string" ? ({ code }) => code === wanted : wanted);
  if (row === undefined) throw new Error("there is no such code");
  return row;
}

const chosen = (code: string, detail = null as never) => ({ code, version: NEWEST, message: "", param: "", detail });

describe("every code of a catalog", () => {
  const shelf = plainShelf("acme");
  test.each(shelf.codes)("$code is answered by its own code", (row) => {
    const detail = exampleDetail(shelf, row) as never;
    const answer = answerOf(shelf, row, chosen(row.code, detail));
    expect(answer.error.code).toBe(row.code);
    expect(row.places.includes("request") ? row.status : [200]).toContain(answer.status);
    // The header follows the rule, because the request has an idempotency key.
    if (row.places.includes("request")) expect(answer.head).toContain(`x-should-retry: ${row.retry.automatic}`);
    expect(throwLine("acme", row, { message: "", param: "", detail })).toContain(`"${row.code}"`);
  });
});

test.each([
  ["acme_internal_error", /Wait, then .* `x-should-retry` is `false`\. Then let a person decide\.$/],
  ["file_too_large", /^Do not send .* tell the user\.$/],
])("what a client does about %s", (code, says) => {
  const shelf = plainShelf("acme");
  const row = rowOf(shelf, code);
  const answer = answerOf(shelf, row, chosen(code, exampleDetail(shelf, row) as never));
  expect(adviceOn(row.retry.rule, answer)).toMatch(says);
});

describe("a pasted catalog", () => {
  const text = JSON.stringify(toJson(acme));

  test("equals the catalog that it was made from", () => {
    expect(toJson(pastedShelf(text).catalog)).toEqual(toJson(acme));
  });

  test("answers with its own codes, and without a detail that does not fit", () => {
    const shelf = pastedShelf(text);
    const row = rowOf(shelf, "acme_gpu_cold");
    const answer = answerOf(shelf, row, chosen(row.code, { eta_seconds: 3 } as never));
    expect([answer.status, answer.error.code]).toEqual([503, "acme_gpu_cold"]);
    const unfit = answerOf(shelf, row, chosen(row.code, { eta_seconds: -3 } as never));
    expect(unfit.error).toMatchObject({ code: "acme_gpu_cold", detail: null });
  });

  test.each(["", "{", "[]", '{"format":2}', '{"format":1,"vendor":"acme","versions":[],"codes":[]}'])(
    "is refused if it is not a catalog: %s",
    (wrong) => expect(() => pastedShelf(wrong)).toThrow(TypeError),
  );
});

test("a newer code has the vendor's prefix for an older client", () => {
  const shelf = plainShelf("acme");
  const row = rowOf(shelf, ({ since }) => since > OLDEST);
  const given = { ...chosen(row.code, exampleDetail(shelf, row) as never), version: OLDEST };
  expect(answerOf(shelf, row, given).error.code).toBe(`acme_${row.code}`);
});

test("a param is sent, and is in the line that throws it", () => {
  const shelf = plainShelf("acme");
  const row = rowOf(shelf, "invalid_input");
  const given = { ...chosen(row.code, exampleDetail(shelf, row) as never), param: "input.0.type" };
  expect(JSON.parse(answerOf(shelf, row, given).body).error.param).toBe("input.0.type");
  expect(throwLine("acme", row, given)).toContain('param: "input.0.type"');
  expect(throwLine("acme", row, { message: "", detail: null })).not.toContain("param");
});
