import { figure, Table, write } from "../table.ts";
import { HOSTILE, type Hostile } from "./hostile.ts";
import { redactText, sanitizeMessage } from "./project.ts";
import { keep, median, timeRounds } from "./timing.ts";

/** Ten times the text may take this many times as long. Linear work takes 10; quadratic work would take 100. */
const MAX_RATIO = 12;

const SIZES = [10_000, 100_000, 1_000_000] as const;

/** If a text takes longer than this many milliseconds, no longer text of its kind is tried: it might never finish. */
const PATIENCE = 1_000;

/** How often a ratio above the limit is measured. A busy machine can cause one too, but not three in a row. */
const ATTEMPTS = 3;

const EFFORT = { rounds: 3, time: 40, iterations: 3 };

type Sanitize = (text: string) => void;

/** Milliseconds at each size, Infinity for sizes that were not tried, and the ratio of the last size to the one before. */
interface Growth {
  readonly times: readonly number[];
  readonly ratio: number;
}

/** Makes one call at each size, up to the first that takes too long. */
function firstCalls(texts: readonly string[], sanitize: Sanitize): number[] {
  const times: number[] = [];
  for (const text of texts) {
    if ((times.at(-1) ?? 0) > PATIENCE) break;
    const start = performance.now();
    sanitize(text);
    times.push(performance.now() - start);
  }
  return times;
}

async function measure(texts: readonly string[], sanitize: Sanitize): Promise<Growth> {
  const first = firstCalls(texts, sanitize);
  if (first.some((time) => time > PATIENCE)) {
    const times = texts.map((_, index) => first[index] ?? Number.POSITIVE_INFINITY);
    const [, before = 0, last = Number.POSITIVE_INFINITY] = first;
    return { times, ratio: last / before };
  }
  const functions = texts.map((text) => ({
    name: `${text.length}`,
    mode: "sync" as const,
    run: () => sanitize(text),
  }));
  const rounds = await timeRounds(functions, EFFORT);
  return {
    times: texts.map((_, index) => median(rounds.map((times) => times[index] ?? Number.NaN))),
    ratio: median(rounds.map(([, before = Number.NaN, last = Number.NaN]) => last / before)),
  };
}

/** The lowest ratio of a few attempts. One attempt is enough if it is within the limit, or too high to be noise. */
async function growth(hostile: Hostile, sanitize: Sanitize): Promise<Growth> {
  const texts = SIZES.map((size) => hostile.text(size));
  let best = await measure(texts, sanitize);
  for (let attempt = 1; attempt < ATTEMPTS && best.ratio > MAX_RATIO && best.ratio < 3 * MAX_RATIO; attempt += 1) {
    const again = await measure(texts, sanitize);
    if (again.ratio < best.ratio) best = again;
  }
  return best;
}

async function measureAll(title: string, sanitize: Sanitize): Promise<boolean> {
  write(`\n### ${title}\n`);
  const table = new Table(["input", "10 kB, ms", "100 kB, ms", "1 MB, ms", "ratio", `at most ${MAX_RATIO}`], 15, 9);
  let within = true;
  for (const hostile of HOSTILE) {
    const { times, ratio } = await growth(hostile, sanitize);
    const passed = ratio <= MAX_RATIO;
    within &&= passed;
    table.row([hostile.name, ...times.map(figure), figure(ratio), passed ? "yes" : "NO"]);
  }
  return within;
}

/** Section 2: how the sanitizer's time grows with hostile inputs. False if it grows too fast with one of them. */
export async function measureGrowth(): Promise<boolean> {
  write("\n## 2. Growth: one thing over and over, and the time for 1 MB as a ratio to that for 100 kB\n");
  const capped = await measureAll("sanitizeMessage(text)", (text) => keep(sanitizeMessage(text).message.length));
  const whole = await measureAll("The same without the length cap", (text) => keep(redactText(text).text.length));
  return capped && whole;
}
