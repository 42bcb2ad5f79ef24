import { inspect } from "node:util";
import { createContract } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { readPasted } from "../../../site/playground/pasted.ts";
import { verdictOn } from "../../../site/playground/verdict.ts";
import { acme } from "../../support/catalog.ts";
import { readRecorded } from "../../support/recorded-errors.ts";
import { AUTH } from "../families/auth.ts";
import { DATABASES } from "../families/databases.ts";
import { DRIVER_TEXTS } from "../families/driver-texts.ts";
import { EXCEPTIONS } from "../families/exceptions.ts";
import { EXPRESS_STACK } from "../families/express-stack.ts";
import { FEATHERS } from "../families/feathers.ts";
import { H3_FAMILY } from "../families/h3.ts";
import { HTTP_CLIENTS } from "../families/http-clients.ts";
import { MADE } from "../families/made.ts";
import { OPENAPI } from "../families/openapi.ts";
import { OTHER_SERVICES } from "../families/other-services.ts";
import { SYSTEM } from "../families/system.ts";
import { VALIDATORS } from "../families/validators.ts";

const RECORDED = readRecorded();
const FAMILIES = [
  ...[...AUTH, ...DATABASES, ...DRIVER_TEXTS, ...EXCEPTIONS, ...EXPRESS_STACK, FEATHERS, H3_FAMILY],
  ...[...HTTP_CLIENTS, ...MADE, ...OPENAPI, ...OTHER_SERVICES, ...SYSTEM, ...VALIDATORS],
];

const contract = createContract(acme, { onError: () => {} });

/** All that a service may print or log of an error. */
const FORMS: Readonly<Record<string, (thrown: unknown) => string | undefined>> = {
  printed: (thrown) => inspect(thrown),
  JSON: (thrown) => tried(() => JSON.stringify(thrown)),
  stack: (thrown) => (thrown as Error | null)?.stack,
};

/** What a function returns, unless it throws, as `JSON.stringify` does for circles. */
function tried(make: () => string): string | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

describe.each(FAMILIES)("$library", ({ rows }) => {
  test.for(rows)("a pasted error gets no other answer than the error itself: %s", async ([, provoke, expected]) => {
    const { thrown, context } = await provoke();
    // Some errors are answered by what the request says, which no text of theirs holds.
    const real = expected === "aborted" ? [null] : [undefined, context].map((of) => contract.explain(thrown, of).code);
    for (const [form, textOf] of Object.entries(FORMS)) {
      const pasted = readPasted(textOf(thrown) ?? "");
      if (pasted === undefined || pasted.form === "language") continue;
      const { codes, explanation } = verdictOn(pasted, RECORDED);
      // It may say that it does not know, and the option for databases is on there.
      const isOpen = codes.length === 0 || explanation.recognizer === "databases";
      if (!isOpen)
        expect({ form, codes, isReal: real.some((code) => codes.includes(code)) }).toMatchObject({ isReal: true });
    }
  });
});
