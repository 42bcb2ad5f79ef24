import { readFile } from "node:fs/promises";
import { describe, test } from "vitest";
import { SECRETS } from "../../support/secrets.ts";
import { INTERNAL, judge, rows } from "../expect-answer.ts";
import { caught, made } from "../families/caught.ts";
import { DATABASES } from "../families/databases.ts";
import { HTTP_CLIENTS } from "../families/http-clients.ts";
import { OTHER_SERVICES, RATE_LIMITERS } from "../families/other-services.ts";
import { SYSTEM } from "../families/system.ts";

describe("other services' failures", { concurrent: true }, () => {
  for (const { library, recognizer = library, rows: list } of [
    ...HTTP_CLIENTS,
    ...SYSTEM,
    ...DATABASES,
    ...OTHER_SERVICES,
    ...RATE_LIMITERS,
  ])
    rows(recognizer, list);
});

describe("what only looks like one", () => {
  test.each([
    ["a file that is not there", caught(() => readFile(SECRETS.path))],
    ["a directory read as a file", caught(() => readFile("/"))],
    ["a class of the service's own that is called as Redis's", made(() => new TimeoutError(SECRETS.password))],
    ["a rate limit without a class", made(() => Object.create(null))],
    [
      "a rate limit out of JSON",
      made(() => ({ msBeforeNext: 9, remainingPoints: 0, consumedPoints: 2, isFirstInDuration: false })),
    ],
    ["mysql2 out of JSON", made(() => ({ errno: 1040, sqlMessage: "x", code: "ER_CON_COUNT_ERROR" }))],
    ["mysql2 itself out of JSON", made(() => ({ code: "PROTOCOL_CONNECTION_LOST", fatal: true }))],
  ])("%s", async (_what, provoke) => {
    judge(await provoke(), INTERNAL);
  });
});

/** A class with a name that several clients use for theirs. */
class TimeoutError extends Error {}
