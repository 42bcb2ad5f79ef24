import { describe, expect, test } from "vitest";
import type { JsonObject } from "./detail.ts";
import { EnvelopeWriter, utf8Length } from "./envelope-writer.ts";

const OWN = "There is no harness with this id.";

const TEXTS = [
  OWN,
  "",
  'a "quoted" \\ text',
  "line\nbreak\ttab\u0000\u001f\u007f",
  "\u2028 and \u2029",
  "half \ud800 and \udc00 of a pair, and the whole 😀",
  "é ß 漢字 \ufeff",
  "</script>",
  "漢".repeat(5_000),
];

const DETAILS: readonly (JsonObject | null)[] = [
  null,
  {},
  { max_bytes: 1, list: [1, null, "a"], deep: { a: { b: true } } },
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1,"toJSON":"no function"}'),
  { "\ud800": "\udfff", "2": 2, "1": 1, "\u2028": "\u2028" },
];

describe.each([true, false])("an envelope, deprecated string: %s", (isDeprecated) => {
  const writer = new EnvelopeWriter("invalid_request_error", "harness_not_found", OWN, isDeprecated);
  const asObject = (message: string, param: string | null, detail: JsonObject | null) => {
    const error = { type: "invalid_request_error", code: "harness_not_found", message, param, detail };
    return JSON.stringify(isDeprecated ? { error, detail: message } : { error });
  };

  test.each(TEXTS.map((text) => [text.slice(0, 40), text]))(
    "with the message %j is what JSON.stringify makes",
    (_, message) => {
      for (const param of [null, ...TEXTS]) {
        for (const detail of DETAILS) {
          const { text, bytes } = writer.write(message, param, detail);
          expect(text).toBe(asObject(message, param, detail));
          expect(bytes).toBe(new TextEncoder().encode(text).length);
        }
      }
    },
  );

  test("with any code unit is what JSON.stringify makes", () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const message = `a${String.fromCharCode(unit)}b`;
      const { text, bytes } = writer.write(message, null, null);
      if (text !== asObject(message, null, null) || bytes !== utf8Length(text)) expect.unreachable(`unit ${unit}`);
    }
  });
});

test("a type or code is escaped as JSON, too", () => {
  const { text } = new EnvelopeWriter("server_error", 'acme_"x"', "X.", false).write("X.", null, null);
  expect(JSON.parse(text).error.code).toBe('acme_"x"');
});

test("a later patch of JSON does not affect an envelope", () => {
  const { stringify } = JSON;
  const writer = new EnvelopeWriter("server_error", "acme_x", "X.", false);
  JSON.stringify = () => "patched";
  const { text } = writer.write("Y.", "a", { b: 1 });
  JSON.stringify = stringify;
  expect(text).not.toContain("patched");
});

test.each(TEXTS.map((text) => [text.slice(0, 40), text]))("counts the bytes of %j in UTF-8", (_, text) => {
  expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
});
