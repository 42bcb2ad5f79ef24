import { expect, test } from "vitest";
import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { CODES, type CodeDefinition } from "../codes/index.ts";
import { assertCleanMessages, hasCleanMessage } from "./clean-definitions.ts";

const definitionOf = (message: string) => ({ ...CODES.session_busy, message }) as CodeDefinition;
const check = (codes: Readonly<Record<string, CodeDefinition>>) => assertCleanMessages({ codes } as AnyCatalog);

test("a definition that cannot change is known to be clean once it was checked", () => {
  const [frozen, open] = [Object.freeze(definitionOf("It is closed.")), definitionOf("It is closed.")];
  expect([frozen, open].map(hasCleanMessage)).toEqual([false, false]);
  check({ acme_closed: frozen, acme_shut: open });
  expect([frozen, open].map(hasCleanMessage)).toEqual([true, false]);
});

test("a message of the library is clean, whoever uses it", () => {
  expect(hasCleanMessage(definitionOf(CODES.session_busy.message))).toBe(true);
});

test.each<readonly [message: string, found: string]>([
  ["It is closed. Go away.", " (rest at 13, rule second-sentence)"],
  ["It is closed at db-1.internal.", " (host at 16, rule internal-name) (host at 16, rule numbered-service)"],
])("the message %j is refused", (message, found) => {
  expect(() => check({ session_busy: CODES.session_busy, acme_closed: definitionOf(message) })).toThrow(
    new TypeError(
      `code "acme_closed": its row needs a message: one sentence of at most 500 characters without a credential, host or path${found}`,
    ),
  );
});
