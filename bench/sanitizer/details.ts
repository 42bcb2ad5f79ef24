import { figure, Table, write } from "../table.ts";
import { encodeDetail } from "./project.ts";
import { keep, median, timeRounds } from "./timing.ts";

const EFFORT = { rounds: 3, time: 40, iterations: 3 };

/** As many texts as one detail may hold, each as long as is looked at. */
const TEXTS = 499;
const LENGTH = 4_000;

/** What each text consists of, by the name it is reported under; the number tells one repetition from the next. */
const UNITS: readonly (readonly [name: string, unit: (index: number) => string])[] = [
  ["plain text", () => "The quick brown fox jumps over it, "],
  ["A001_KEY=abc", (index) => `A${String(index % 1_000).padStart(3, "0")}_KEY=abc `],
  ["URLs with passwords", (index) => `https://user:pass${index}@db.example.com/x `],
  ["zero-width characters", () => "\u200b"],
  ["private keys", () => "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n"],
];

function textOf(unit: (index: number) => string): string {
  let text = "";
  for (let index = 0; text.length < LENGTH; index += 1) text += unit(index);
  return text.slice(0, LENGTH);
}

/** Section 4: what one detail costs that is full of texts of one kind. */
export async function measureDetails(): Promise<void> {
  write(`\n## 4. One detail of ${TEXTS} texts, each of ${LENGTH} characters\n`);
  const functions = UNITS.map(([name, unit]) => {
    const text = textOf(unit);
    const detail = Object.fromEntries(Array.from({ length: TEXTS }, (_, index) => [`k${index}`, text]));
    return { name, mode: "sync" as const, run: () => keep(Object.keys(encodeDetail(detail) ?? {}).length) };
  });
  const rounds = await timeRounds(functions, EFFORT);
  const table = new Table(["texts", "encodeDetail, ms"], 24, 17);
  for (const [index, { name }] of functions.entries()) {
    table.row([name, figure(median(rounds.map((times) => times[index] ?? Number.NaN)))]);
  }
}
