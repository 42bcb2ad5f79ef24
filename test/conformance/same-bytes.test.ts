import { STATUS_CODES } from "node:http";
import { describe, expect, test } from "vitest";
import { sampled } from "../support/effort.ts";
import { ERROR_FIELD_NAMES } from "../support/error-headers.ts";
import { type Received, send } from "../support/http.ts";
import { type Runner, sharedServer } from "../support/shared-server.ts";
import { CASES, type Case } from "./cases/index.ts";
import { DRIVERS } from "./drivers/index.ts";

/** The fields that the contract decides. The rest (`Date`, `Connection`, `X-Powered-By`, …) belongs to the server. */
const CONTRACT_HEADERS = [...ERROR_FIELD_NAMES, "content-encoding"];

/** Cases in which the frameworks do not face the same fault, each with the reason. */
const INCOMPARABLE: Readonly<Record<string, string>> = {
  "written.limiter": "each framework has its own limiter, and these count the seconds that are left differently",
  "written.static.dotfile": "a file that is hidden: some servers forbid it, others have none",
};

const comparable = CASES.filter(
  ({ id }) => !(id in INCOMPARABLE) && DRIVERS.every(({ knownFailing }) => !(id in knownFailing)),
);

/** What the contract decides about a response. */
interface Bytes {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

describe("one failure has the same bytes on every framework", () => {
  const runners = DRIVERS.map((driver) => sharedServer(driver));

  test("for hundreds of failures", () => {
    expect(comparable.length).toBeGreaterThan(60);
    const ids = new Set(CASES.map(({ id }) => id));
    expect(Object.keys(INCOMPARABLE).filter((id) => !ids.has(id))).toEqual([]);
  });

  for (const example of sampled(comparable)) {
    test(`${example.id}: ${example.title}`, async () => {
      const answers = await Promise.all(
        DRIVERS.flatMap(({ name, hasNodeResponse }, index) => {
          const run = example.needs === undefined || hasNodeResponse ? runners[index] : undefined;
          return run === undefined ? [] : [answerOf(run, example).then((answer) => ({ name, answer }))];
        }),
      );
      expect(answers.length).toBeGreaterThan(1);
      for (const { name, answer } of answers) expect(answer, name).toEqual(answers[0]?.answer);
    });
  }
});

async function answerOf(run: Runner, example: Case): Promise<Bytes> {
  const { request = {} } = example;
  const sent = { path: "/case", ...request, headers: { "x-request-id": "same", ...request.headers } };
  return run(example, async (url) => determined(await send(url, sent)));
}

function determined({ status, reason: sent, headers, body }: Received): Bytes {
  // The phrase after a status means nothing, and the server beneath h3 never sends one.
  const reason = sent === "" ? (STATUS_CODES[status] ?? "unknown") : sent;
  return { status, reason, body, headers: Object.fromEntries(CONTRACT_HEADERS.map((name) => [name, headers[name]])) };
}
