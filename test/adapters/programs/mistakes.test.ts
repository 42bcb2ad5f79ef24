import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../mistakes/mistake.ts";

const SCRIPT = fileURLToPath(new URL("../mistakes/run.ts", import.meta.url));

type Outcomes = Readonly<Record<string, Outcome>>;

/** Makes mistakes in a separate process. */
async function inProcess(...mistakes: readonly string[]): Promise<Outcomes> {
  return inProcessWith({}, mistakes);
}

async function inProcessWith(more: NodeJS.ProcessEnv, mistakes: readonly string[]): Promise<Outcomes> {
  const args = ["--conditions=@uhp-errors/source", SCRIPT, ...mistakes];
  const env = { ...process.env, NODE_ENV: "production", ...more };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as Outcomes;
}

/** The outcome of a mistake that has a process to itself. */
async function alone(mistake: string): Promise<Outcome | undefined> {
  return (await inProcess(mistake))[mistake];
}

const ANSWERED_BY_OTHER = '"session_busy" was made while this request ran, and something else answered with 409:';

const NOT_MOUNTED =
  "uhpErrorHandler(contract) is not mounted, so that errors which are thrown lose their code; write app.use(uhpErrorHandler(contract)) after all routes";

interface Wanted {
  readonly answers?: readonly string[];
  /** Codes of warnings, apart from that for a server which was not attached. */
  readonly warned?: readonly string[];
  readonly misuses?: readonly string[];
  readonly refused?: RegExp;
}

const EXPRESS: Readonly<Record<string, Wanted>> = {
  "errors before the routes": {
    answers: ["404 acme_not_found", "404 acme_not_found"],
    warned: ["UHP_ERRORS_NOT_LAST"],
  },
  "contract forgotten": { answers: ["409 session_busy", "409 session_busy"], warned: ["UHP_CONTRACT_NOT_FIRST"] },
  "a second contract": { answers: ["409 session_busy"], warned: ["UHP_SECOND_CONTRACT"] },
  "contract after the routes": { answers: ["409 session_busy"], warned: ["UHP_CONTRACT_NOT_FIRST"] },
  "errors forgotten": {
    answers: ["409 acme_conflict", "409 acme_conflict"],
    warned: ["UHP_ERRORS_NOT_MOUNTED"],
    misuses: [`${ANSWERED_BY_OTHER} ${NOT_MOUNTED}`, `${ANSWERED_BY_OTHER} ${NOT_MOUNTED}`],
  },
  "errors forgotten, but not those of pages": {
    answers: ["409 acme_conflict"],
    warned: ["UHP_ERRORS_NOT_MOUNTED"],
    misuses: [`${ANSWERED_BY_OTHER} ${NOT_MOUNTED}`],
  },
  "an error handler of the service's own before ours": {
    answers: ["409 acme_conflict"],
    misuses: [`${ANSWERED_BY_OTHER} these error handlers come before the contract's: answersAll`],
  },
  "an error handler before ours that knows one status": {
    answers: ["500 acme_internal_error"],
    misuses: [
      `${ANSWERED_BY_OTHER.replace("409", "500")} these error handlers come before the contract's: a function without a name`,
    ],
  },
  "pages after the contract": { answers: ["404 acme_route_not_found", "200 page"] },
  "an error sent as a body": {
    answers: ["409 session_busy", "409 session_busy"],
    misuses: [200, 409].map(
      (status) =>
        `an error of the catalog was sent as a body with status ${status}; throw it, or hand it to the framework as an error`,
    ),
  },
  "no contract": { refused: /^TypeError: uhp: expected the contract that .* got undefined$/ },
  "a catalog for a contract": {
    refused: /^TypeError: uhp: this is a catalog; pass createContract\(catalog\)/,
  },
  "a catalog for a contract's errors": { refused: /^TypeError: uhpErrorHandler: this is a catalog/ },
  "the app handed to attach": {
    refused: /^TypeError: attach: expected a server .* such as app\.listen\(3000\) returns$/,
  },
};

const KOA: Readonly<Record<string, Wanted>> = {
  "mounted last": { answers: ["404 acme_route_not_found", "409 Conflict"], warned: ["UHP_NOT_FIRST"] },
  "installed after the callback": { answers: ["404 Not Found"], warned: ["UHP_NOT_FIRST"] },
  "no mistake: install alone": { answers: ["404 acme_route_not_found"], warned: [] },
  "no mistake: uhp alone": { answers: ["404 acme_route_not_found"], warned: [] },
  "a second contract": { answers: ["404 acme_route_not_found"], warned: ["UHP_SECOND_CONTRACT"] },
  "an error as the body": {
    answers: ["409 session_busy"],
    misuses: [expect.stringContaining("was sent as a body with status 200") as string],
  },
  "a catalog for a contract": { refused: /^TypeError: uhp: this is a catalog/ },
};

const FASTIFY: Readonly<Record<string, Wanted>> = {
  "no mistake: routes right after the plugin": {
    answers: ["409 session_busy", "404 acme_route_not_found"],
    warned: [],
  },
  "routes before the plugin": {
    answers: ["409 acme_conflict"],
    warned: ["UHP_NO_ROUTES"],
    misuses: [expect.stringContaining(ANSWERED_BY_OTHER) as string],
  },
  "routes before the plugin, in a browser's environment": {
    answers: ["409 acme_conflict"],
    warned: ["UHP_NO_ROUTES"],
    misuses: [expect.stringContaining(ANSWERED_BY_OTHER) as string],
  },
  "the plugin inside of another": { answers: ["409 session_busy"], warned: ["UHP_NO_ROUTES"] },
  "a second contract": { answers: ["409 session_busy"], warned: ["UHP_SECOND_CONTRACT"] },
  "the contract for the options": {
    refused: /^TypeError: app\.register\(uhp, \{ contract \}\): expected the contract/,
  },
  "a catalog for a contract": { refused: /^TypeError: app\.register\(uhp, \{ contract \}\): this is a catalog/ },
  "an error as the reply": {
    answers: ["409 session_busy", "409 session_busy"],
    misuses: ["an envelope was written with status 200; throw the error or set its status"],
  },
};

const FRAMEWORKS = { express4: EXPRESS, express5: EXPRESS, koa3: KOA, fastify5: FASTIFY };

type Row = readonly [mistake: string, wanted: Wanted, made: () => Promise<Outcome | undefined>];

/** A warning comes once in a process, so a mistake that warns gets its own process. The others of a framework share one. */
const ALL = Object.entries(FRAMEWORKS).flatMap(([framework, mistakes]) => {
  const named = Object.entries(mistakes).map(([what, wanted]) => [`${framework}: ${what}`, wanted] as const);
  const silent = named.filter(([, { warned }]) => warned === undefined).map(([mistake]) => mistake);
  let shared: Promise<Outcomes> | undefined;
  const together = () => {
    shared ??= inProcess(...silent);
    return shared;
  };
  return named.map(([mistake, wanted]): Row => {
    const made = silent.includes(mistake) ? async () => (await together())[mistake] : () => alone(mistake);
    return [mistake, wanted, made];
  });
});

describe("a mistake in mounting is named", { concurrent: true, timeout: 30_000 }, () => {
  test.each(ALL)("%s", async (_mistake, { answers = [], warned = [], misuses = [], refused }, made) => {
    const outcome = await made();
    const codes = (outcome?.warnings ?? []).map(({ code }) => code).filter((code) => code !== "UHP_NOT_ATTACHED");
    expect({ ...outcome, warnings: codes }).toEqual({
      ...(refused === undefined ? {} : { refused: expect.stringMatching(refused) as string }),
      answers,
      warnings: codes,
      misuses,
    });
    expect(codes).toEqual(warned);
  });

  test("a contract that only reports also covers what is mounted before it, and does not warn about the order", async () => {
    const orders = Object.entries({ express4: EXPRESS, express5: EXPRESS, fastify5: FASTIFY })
      .flatMap(([framework, mistakes]) =>
        Object.entries(mistakes).map(([what, row]) => [`${framework}: ${what}`, row] as const),
      )
      .filter(([, { warned = [] }]) => warned.length > 0 && !warned.includes("UHP_SECOND_CONTRACT"))
      .map(([mistake]) => mistake);
    const outcomes = await inProcessWith({ REPORT_ONLY: "true" }, orders);
    expect(Object.keys(outcomes)).toEqual(orders);
    expect(Object.values(outcomes).flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test("a server that was not attached is named once", async () => {
    expect(await alone("express5: attach forgotten")).toMatchObject({
      answers: ["200 fine", "200 fine"],
      warnings: [
        { code: "UHP_NOT_ATTACHED", message: expect.stringContaining("write attach(app.listen(3000), contract)") },
      ],
    });
  });

  test("an error handler that must not be replaced makes Fastify's start fail without ending the process", async () => {
    const outcome = await alone("fastify5: an error handler of the app's own that must not be replaced");
    expect(outcome?.refused).toContain("FST_ERR_ERROR_HANDLER_ALREADY_SET");
  });
});
