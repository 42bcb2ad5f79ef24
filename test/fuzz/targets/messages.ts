import { sanitizeMessage } from "@uhp-errors/core/sanitizer";
import fc from "fast-check";
import { type Target, Violation } from "../target.ts";

/** Words around a secret, and the secret as it is written among them. */
interface Case {
  readonly before: readonly string[];
  readonly secret: number;
  readonly encoding: keyof typeof ENCODINGS;
  readonly after: readonly string[];
}

const SECRETS: readonly string[] = [
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "AKIAIOSFODNN7QWERTYU",
  "postgres://svc:hunter2@db-1.prod.internal:5432/orders",
  "xoxb-2847561930-8475629103-aB3dE5fG7hJ9kL2mN4pQ6rS8",
];

const ENCODINGS = {
  plain: (text: string) => text,
  percent: (text: string) => encodeURIComponent(text),
  json: (text: string) => JSON.stringify(text),
} as const;

const words = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom("the", "store", "failed:", "key", "at", "from", "(", ")", "\n", "%20", "="),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  ),
  { maxLength: 12 },
);

/** Messages with a secret in them. */
export const messages: Target<Case> = {
  cases: fc.record({
    before: words,
    secret: fc.nat({ max: SECRETS.length - 1 }),
    encoding: fc.constantFrom(...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])),
    after: words,
  }),
  start: async () => ({
    attempt: ({ before, secret, encoding, after }) => {
      const planted = SECRETS[secret] as string;
      const text = [...before, ENCODINGS[encoding](planted), ...after].join(" ");
      const { message } = sanitizeMessage(text);
      if (message.includes(planted)) throw new Violation("nothing private leaves", `${planted} is in ${message}`);
    },
  }),
};
