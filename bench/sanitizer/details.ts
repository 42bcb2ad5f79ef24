import { figure, Table, write } from "../table.ts";
import { sanitizeMessage, sentDetail } from "./project.ts";
import { keep, median, timeRounds } from "./timing.ts";

const EFFORT = { rounds: 3, time: 40, iterations: 3 };

/** The most texts that one detail may hold, each as long as the sanitizer looks at. */
const TEXTS = 499;
const LENGTH = 4_000;

/** How many milliseconds the worst detail and the worst message may take. */
const MAX_DETAIL = 50;
const MAX_MESSAGE = 10;

/** The longest text that a message is made from. */
const MESSAGE_LENGTH = 8_000;

/** What each text repeats, with the name for the report. The number makes the repetitions differ. */
const UNITS: readonly (readonly [name: string, unit: (index: number) => string])[] = [
  ["plain text", () => "The quick brown fox jumps over it, "],
  ["A001_KEY=abc", (index) => `A${String(index % 1_000).padStart(3, "0")}_KEY=abc `],
  ["URLs with passwords", (index) => `https://user:pass${index}@db.example.com/x `],
  ["zero-width characters", () => "\u200b"],
  ["private keys", () => "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n"],
  ["cookies", () => "Cookie: a=b;"],
  ["frames", (index) => `    at f${index} (/srv/a.js:1:2)\n`],
];

function textOf(unit: (index: number) => string, length: number): string {
  let text = "";
  for (let index = 0; text.length < length; index += 1) text += unit(index);
  return Buffer.from(text.slice(0, length)).toString();
}

/** Section 4: what a detail full of texts of one kind costs, and what one such message costs. False if one costs too much. */
export async function measureDetails(): Promise<boolean> {
  write(`\n## 4. One detail of ${TEXTS} texts of ${LENGTH} characters, and one message of ${MESSAGE_LENGTH}\n`);
  const functions = UNITS.flatMap(([name, unit]) => {
    const text = textOf(unit, LENGTH);
    const detail = Object.fromEntries(Array.from({ length: TEXTS }, (_, index) => [`k${index}`, text]));
    const message = textOf(unit, MESSAGE_LENGTH);
    return [
      {
        name: `${name}, detail`,
        mode: "sync" as const,
        run: () => keep(Object.keys(sentDetail(detail) ?? {}).length),
      },
      { name: `${name}, message`, mode: "sync" as const, run: () => keep(sanitizeMessage(message).message.length) },
    ];
  });
  const rounds = await timeRounds(functions, EFFORT);
  const milliseconds = functions.map((_, index) => median(rounds.map((times) => times[index] ?? Number.NaN)));
  const heads = ["texts", "a detail, ms", `at most ${MAX_DETAIL}`, "sanitizeMessage, ms", `at most ${MAX_MESSAGE}`];
  const table = new Table(heads, 24, 11);
  let within = true;
  for (const [index, [name]] of UNITS.entries()) {
    const [detail = 0, message = 0] = milliseconds.slice(index * 2, index * 2 + 2);
    const passed = [detail <= MAX_DETAIL, message <= MAX_MESSAGE];
    within &&= !passed.includes(false);
    const [ofDetail, ofMessage] = passed.map((is) => (is ? "yes" : "NO"));
    table.row([name, figure(detail), ofDetail ?? "", figure(message), ofMessage ?? ""]);
  }
  return within;
}
