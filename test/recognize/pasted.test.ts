import { readFile } from "node:fs/promises";
import { inspect } from "node:util";
import { createContract } from "@uhp-errors/core";
import { recognizeDatabaseErrors } from "@uhp-errors/core/databases";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { readPasted } from "../../site/playground/pasted.ts";
import { verdictOn } from "../../site/playground/verdict.ts";
import { acme } from "../support/catalog.ts";
import { readRecorded } from "../support/recorded-errors.ts";
import type { Family } from "./expect-answer.ts";
import { AUTH } from "./families/auth.ts";
import { caught } from "./families/caught.ts";
import { DATABASES } from "./families/databases.ts";
import { HTTP_CLIENTS } from "./families/http-clients.ts";
import { OTHER_SERVICES } from "./families/other-services.ts";
import { SYSTEM } from "./families/system.ts";
import type { Provoked } from "./provoke.ts";

const FAMILIES: readonly Family[] = [...HTTP_CLIENTS, ...DATABASES, ...OTHER_SERVICES, ...AUTH, ...SYSTEM];
const RECORDED = readRecorded();

/** Makes the library throw an error of its family. */
function of(library: string, what: string): () => Promise<Provoked> {
  const rows = FAMILIES.filter((family) => family.library === library).flatMap((family) => family.rows);
  const row = rows.find(([condition]) => condition === what);
  if (row === undefined) throw new Error(`${library} has no error "${what}"`);
  return row[1];
}

const logged = (thrown: unknown): string => {
  const lines: string[] = [];
  pino({}, { write: (line) => void lines.push(line) }).error(thrown);
  return lines.join("");
};

const contract = createContract(acme, { recognize: [recognizeDatabaseErrors()], onError: () => {} });

const REFUSED = of("axios", "another service's 401");
const EXPIRED = of("jsonwebtoken", "an expired token");

/** What is pasted of an error, and what the playground says. `real` is what the library answers to the error itself. */
const PASTED: readonly (readonly [
  what: string,
  provoke: () => Promise<Provoked>,
  textOf: (thrown: unknown) => string,
  says: { readonly codes: readonly string[]; readonly isRecognized: boolean; readonly withoutDatabases?: string },
  real: string,
])[] = [
  [
    "printed: axios, another service's 401",
    REFUSED,
    inspect,
    { codes: ["acme_upstream_error"], isRecognized: true },
    "acme_upstream_error",
  ],
  [
    "printed: pg, a unique constraint",
    of("pg", "23505"),
    inspect,
    { codes: ["acme_conflict"], isRecognized: true, withoutDatabases: "acme_internal_error" },
    "acme_conflict",
  ],
  [
    "printed: Prisma, a unique constraint",
    of("@prisma/client", "P2002"),
    inspect,
    { codes: ["acme_conflict"], isRecognized: true, withoutDatabases: "acme_internal_error" },
    "acme_conflict",
  ],
  [
    "printed: Node, a file that is not there",
    caught(() => readFile("/nowhere")),
    inspect,
    { codes: [], isRecognized: false },
    "acme_internal_error",
  ],
  [
    "printed: jsonwebtoken, an expired token",
    EXPIRED,
    inspect,
    { codes: ["invalid_credential"], isRecognized: true },
    "invalid_credential",
  ],
  [
    "JSON: axios",
    REFUSED,
    JSON.stringify,
    { codes: ["acme_upstream_error"], isRecognized: true },
    "acme_upstream_error",
  ],
  [
    "JSON: jsonwebtoken",
    EXPIRED,
    JSON.stringify,
    { codes: ["invalid_credential"], isRecognized: true },
    "invalid_credential",
  ],
  [
    "a line of pino's: axios",
    REFUSED,
    logged,
    { codes: ["acme_upstream_error"], isRecognized: true },
    "acme_upstream_error",
  ],
  [
    "a stack: got, a port that nothing listens on",
    of("got", "a port that nothing listens on"),
    (thrown) => String((thrown as Error).stack),
    { codes: ["acme_upstream_error"], isRecognized: false },
    "acme_upstream_error",
  ],
];

describe("what the playground says of a pasted error, beside what the library answers to the error", () => {
  test.each(PASTED)("%s", async (_what, provoke, textOf, says, real) => {
    const { thrown } = await provoke();
    expect(contract.explain(thrown).code).toBe(real);
    const pasted = readPasted(textOf(thrown));
    if (pasted === undefined || pasted.form === "language") throw new Error("no error was found");
    const { codes, isRecognized, withoutDatabases } = verdictOn(pasted, RECORDED);
    expect({ codes, isRecognized, withoutDatabases }).toEqual({ withoutDatabases: undefined, ...says });
  });

  test("an error of another language is not known", () => {
    const traceback = `Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    charge()\nValueError: no key`;
    expect(readPasted(traceback)).toEqual({ form: "language", language: "Python" });
  });
});
