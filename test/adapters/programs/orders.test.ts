import { readFileSync } from "node:fs";
import { parseEnvelope } from "@uhp-errors/core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { REQUESTS } from "../../../examples/typical-express/orders/requests.ts";
import { STAGES } from "../../../examples/typical-express/orders/stages.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { type Arrived, answersByStage, withSteps } from "../typical-express/orders.ts";

const README = new URL("../../../examples/typical-express/orders/README.md", import.meta.url);

/** Words that come only from the database, the other service and its address. */
const FOREIGN =
  /23505|23503|22P02|customers_email_key|orders_amount_check|ECONNREFUSED|acme-eu-3|sk-live-1|courier-1\.internal|jwt /;

let byStage: ReadonlyMap<string, readonly Arrived[]>;

const at = (stage: number, says: string): Arrived => {
  const answer = byStage.get(STAGES[stage]?.name ?? "")?.[REQUESTS.findIndex((asked) => asked.says === says)];
  if (answer === undefined) throw new TypeError(`nothing was asked as "${says}"`);
  return answer;
};

const LAST = STAGES.length - 1;
const STEPS = STAGES.flatMap(({ name }, stage) => (stage === 0 ? [] : [{ name, stage }]));

beforeAll(async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  byStage = await answersByStage();
  printed.mockRestore();
});

describe.each(STEPS)("after $name", ({ stage }) => {
  test.each(REQUESTS.filter(({ is }) => is === undefined))("answers as before, or mended: $says", ({ says }) => {
    const { status, body, isBroken } = at(0, says);
    if (stage === 1 && says.includes("page for people"))
      expect(expectEnvelope(at(stage, says)).code).toBe("acme_not_found");
    else expect(at(stage, says)).toMatchObject({ status, body, isBroken });
  });

  test.each(REQUESTS.filter(({ is }) => is !== undefined))(
    "answers with an envelope without foreign words: $says",
    ({ says }) => {
      const answer = at(stage, says);
      expectEnvelope(answer);
      expect(answer.body).not.toMatch(FOREIGN);
    },
  );

  test.each(REQUESTS)("keeps a client's mistake a client's mistake: $says", ({ says }) => {
    const was = at(0, says).status;
    const calls = /another service/.test(says);
    if (was >= 400 && was < 500 && !calls) expect(at(stage, says).status).toBeLessThan(500);
  });

  test("does not ask for a bearer token after a wrong password", () => {
    const { body, headers } = at(stage, "401 written: a wrong password");
    expect(body).not.toMatch(/bearer/i);
    expect(headers).not.toHaveProperty("www-authenticate");
  });

  test("has different codes for a missing row and a wrong address", () => {
    const codes = ["404 written: a missing row", "404 thrown: a missing row", "a wrong address"].map(
      (says) => expectEnvelope(at(stage, says)).code,
    );
    const row = stage < 3 ? "acme_not_found" : "acme_order_not_found";
    expect(codes).toEqual([stage < LAST ? "acme_not_found" : row, row, "acme_route_not_found"]);
  });

  test("sends the first event before the break", () => {
    const says = "a throw after the first event";
    expect(at(stage, says)).toMatchObject({ status: 200, body: 'data: {"state":"packed"}\n\n', isBroken: true });
  });
});

test.each(REQUESTS.flatMap(({ says, is }) => (is === undefined ? [] : [{ says, is }])))(
  "after the last step: $says",
  ({ says, is }) => {
    const answer = at(LAST, says);
    expect([answer.status, parseEnvelope(answer.body)?.error.code]).toEqual(is);
  },
);

test("what is taken, refused or unreadable in the database is not repeated", () => {
  for (const says of ["a duplicate key", "a missing value", "a foreign key", "a check", "an id that is not a UUID"]) {
    expect(at(LAST, says).headers["x-should-retry"], says).toBe("false");
  }
});

test("the page shows what the service answers", async () => {
  const page = readFileSync(README, "utf8");
  const cells = (text: string) =>
    text.split("\n").map((line) => line.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---"));
  expect(cells(await withSteps(page))).toEqual(cells(page));
});
