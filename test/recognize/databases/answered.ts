import { createContract, type ErrorReport } from "@uhp-errors/core";
import { type DatabaseErrorOptions, recognizeDatabaseErrors } from "@uhp-errors/core/databases";
import { expect } from "vitest";
import { acme } from "../../support/catalog.ts";
import { SECRET_VALUES } from "../../support/secrets.ts";

/** The responses to database errors: a status and a code. */
export const CONFLICT = "409 acme_conflict";
export const INVALID = "400 invalid_input";
export const MISSING = "404 acme_not_found";
export const BUSY = "503 acme_unavailable";

/** What `run` throws, or rejects with. */
export async function caught(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
}

/** What a client gets for an error. It contains nothing of the error's messages and values. */
export function answered(thrown: unknown, options?: DatabaseErrorOptions): string {
  const { reports, answer } = respond(thrown, [recognizeDatabaseErrors(options)]);
  const { code, param, detail } = JSON.parse(answer.body).error;
  expect({ param, detail }).toEqual({ param: null, detail: null });
  expect(reports).toMatchObject([{ recognizer: "databases", origin: "recognized", misuse: undefined }]);
  expect(answer.headers["Retry-After"]).toBe(code === "acme_unavailable" ? "1" : undefined);
  for (const secret of SECRET_VALUES) expect(JSON.stringify(answer)).not.toContain(secret);
  return `${answer.status} ${code}`;
}

/** What a client gets without the recognizer. */
export function answeredWithout(thrown: unknown): number {
  return respond(thrown, []).answer.status;
}

/** Whether the recognizer leaves an error to other recognizers. */
export function isLeft(thrown: unknown): boolean {
  const { reports } = respond(thrown, [recognizeDatabaseErrors()]);
  return reports[0]?.recognizer !== "databases";
}

function respond(thrown: unknown, recognize: ReturnType<typeof recognizeDatabaseErrors>[]) {
  const reports: ErrorReport[] = [];
  const onError = (report: ErrorReport) => void reports.push(report);
  const contract = createContract(acme, { recognize, onError });
  const answer = contract.respond(thrown, { method: "POST", path: "/", header: () => undefined });
  if (answer === undefined) throw new Error("nothing was answered");
  return { reports, answer };
}
