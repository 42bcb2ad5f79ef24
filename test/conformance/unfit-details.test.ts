import { createContract, defineCatalog, type ErrorReport, recognizeClass } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { DRIVERS } from "./drivers/index.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_no_seat: {
      status: 409,
      message: "No seat is left.",
      detail: z.object({ left: z.int(), row: z.string().optional() }),
    },
  },
});

/** Details that come at run time, and how much of them the client gets. */
const DETAILS: readonly (readonly [what: string, given: unknown, sent: object | null])[] = [
  ["that is missing", undefined, null],
  ["that is empty", {}, null],
  ["that is a list", [1], null],
  ["that is a string", "left: 2", null],
  ["that is an error", new Error("hunter2"), null],
  ["without a required field", { row: "C" }, null],
  ["with a required field of another type", { left: "2", row: "C" }, null],
  ["with an optional field of another type", { left: 2, row: 7 }, { left: 2 }],
  [
    "with a getter that throws",
    Object.defineProperty({ left: 2 }, "row", {
      enumerable: true,
      get() {
        throw new Error("hunter2");
      },
    }),
    { left: 2, row: "[unreadable]" },
  ],
];

class SeatError extends Error {
  readonly code = "NO_SEAT";
  readonly details: unknown;

  constructor(details: unknown) {
    super("hunter2");
    this.details = details;
  }
}

const seats = recognizeClass(SeatError, {
  byCode: { NO_SEAT: (error) => ({ code: "acme_no_seat", detail: error.details as never }) },
});

const MADE: Readonly<Record<string, (detail: unknown) => Error>> = {
  "an error of the catalog": (detail) => acme.error("acme_no_seat", { detail: detail as never }),
  "an error of a class that was taught": (detail) => new SeatError(detail),
};

describe.each(DRIVERS)("$name", ({ start }) => {
  describe.each(Object.entries(MADE))("%s keeps its code with a detail", (_made, make) => {
    test.each(DETAILS)("%s", async (_what, given, sent) => {
      const reports: ErrorReport[] = [];
      const contract = createContract(acme, { recognize: [seats], onError: (report) => reports.push(report) });
      const { url, close } = await start(contract, () => {
        throw make(given);
      });
      onTestFinished(close);
      const answer = await send(url, { path: "/case" });
      expect(answer.status).toBe(409);
      expect(expectEnvelope(answer)).toMatchObject({
        code: "acme_no_seat",
        message: "No seat is left.",
        detail: sent,
      });
      const isMisuse = given === undefined || sent === null || !Object.hasOwn(sent, "row");
      const misuse = isMisuse ? expect.stringMatching(/^(?:the )?detail (?:of|schema)/) : undefined;
      expect(reports).toMatchObject([{ code: "acme_no_seat", level: isMisuse ? "error" : "info", misuse }]);
    });
  });
});
