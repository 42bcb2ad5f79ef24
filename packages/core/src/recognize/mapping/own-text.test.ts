import { describe, expect, test } from "vitest";
import { readThrown } from "../../untrusted/thrown.ts";
import { type OwnText, textIn, unlessRepeated } from "./own-text.ts";

const CLOSED = "Order 7 is closed.";

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe("what a JSON body says", () => {
  test.each<[body: unknown, text: OwnText]>([
    [CLOSED, CLOSED],
    [{ message: CLOSED, error: "Another one is." }, CLOSED],
    [{ error: CLOSED, detail: "Another one is." }, CLOSED],
    [{ error: { message: CLOSED }, detail: "Another one is." }, CLOSED],
    [{ detail: CLOSED, title: "Another one is." }, CLOSED],
    [{ title: CLOSED }, CLOSED],
    [{ message: "NOT_FOUND", error: "Conflict", detail: CLOSED }, CLOSED],
    [{ message: ["name is too short", "Send a date."] }, ["name is too short", "Send a date."]],
    [{ message: ["name is too short", 7, "NOT_FOUND"] }, ["name is too short", "NOT_FOUND"]],
    [{ message: ["NOT_FOUND"], title: CLOSED }, CLOSED],
    [{ message: [7], title: CLOSED }, CLOSED],
    [{ message: [], title: CLOSED }, CLOSED],
  ])("%j: %j", (body, text) => expect(textIn(body)).toEqual(text));

  test.each<[body: unknown]>([
    ["NOT_FOUND"],
    ["Conflict"],
    [""],
    [{ message: "NOT_FOUND" }],
    [{ text: CLOSED }],
    [{ message: { text: CLOSED } }],
    [[CLOSED]],
    [{}],
    [7],
    [null],
    [undefined],
  ])("%j says nothing", (body) => expect(textIn(body)).toBe(undefined));

  test("is read up to 20 messages", () => {
    const message = Array.from({ length: 21 }, (_, index) => `Field ${index} is too short.`);
    const texts = textIn({ message });
    expect([texts?.length, texts?.at(-1)]).toEqual([20, "Field 19 is too short."]);
  });
});

describe("the message of an exception", () => {
  const outer = (cause: unknown, text = `Not done: ${CLOSED}`) => unlessRepeated(text, readThrown({ cause }));
  const within = (cause: unknown, levels: number): unknown =>
    levels === 0 ? cause : error("", { cause: within(cause, levels - 1) });

  test.each<[what: string, cause: unknown]>([
    ["nothing", undefined],
    ["a string", CLOSED],
    ["an error with another message", error("Order 8 is closed.")],
    ["an error without a message", error("")],
    ["what is no error", { message: CLOSED }],
    [
      "an error whose response says something else",
      error("x y", { response: { data: { message: "Gone for good." } } }),
    ],
    ["the fourth level", within(error(CLOSED), 3)],
  ])("is its own if it wraps %s", (_what, cause) => expect(outer(cause)).toBe("Not done: Order 7 is closed."));

  test.each<[what: string, cause: unknown]>([
    ["the error", error(CLOSED)],
    ["an error in that error", within(error(CLOSED), 1)],
    ["the third level", within(error(CLOSED), 2)],
    ["the data that a client read", error("Conflict", { data: { message: CLOSED } })],
    ["the body that a client read", error("Conflict", { body: { error: CLOSED } })],
    ["the data of a response", error("Conflict", { response: { data: { title: CLOSED } } })],
    ["a response that is a string", error("Conflict", { body: CLOSED })],
    ["one of several messages", error("Conflict", { body: { message: ["Not yet open.", CLOSED] } })],
  ])("is not its own if it repeats what it wraps: %s", (_what, cause) => expect(outer(cause)).toBe(undefined));

  test.each(["", "NOT_FOUND", "Conflict"])("says nothing if it is %j", (text) => {
    expect(outer(undefined, text)).toBe(undefined);
  });
});
