import { figure, Table, write } from "../table.ts";
import { CLEAN_MESSAGES, PLAIN_MESSAGES } from "./clean-messages.ts";
import { sanitizeMessage } from "./project.ts";
import { keep, median, timeRounds } from "./timing.ts";

/** What sanitizing a message may cost, as a ratio to writing its envelope as JSON. */
const MAX_RATIO = 1;

/** How many calls a sample makes for each message, so that reading the clock costs next to nothing. */
const REPEATS = 40;

const EFFORT = { rounds: 9, time: 300, iterations: 20 };

/** Messages to try, and what sanitizing one may cost. */
interface Trial {
  readonly title: string;
  readonly messages: readonly string[];
  readonly maxRatio: number;
}

const TRIALS: readonly Trial[] = [
  { title: "plain sentences", messages: copies(PLAIN_MESSAGES), maxRatio: MAX_RATIO },
  {
    title: "with figures, marks, ids, URLs, other scripts",
    messages: copies(CLEAN_MESSAGES),
    maxRatio: Number.POSITIVE_INFINITY,
  },
];

/**
 * Copies the messages at run time. The engine remembers what an expression found in a string literal, which does not help a
 * message that was built while serving a request.
 */
function copies(messages: readonly string[]): string[] {
  return messages.map((message) => Buffer.from(message).toString());
}

function repeated(messages: readonly string[], run: (message: string) => number): () => void {
  return () => {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) for (const message of messages) keep(run(message));
  };
}

function envelopeLength(message: string): number {
  const error = { type: "invalid_request_error", code: "invalid_input", message, param: null, detail: null };
  return JSON.stringify({ error }).length;
}

/** Section 3: what a message with nothing to hide costs. False if one costs too much, or is changed. */
export async function measureClean(): Promise<boolean> {
  write("\n## 3. Messages of 60 characters with nothing to hide\n");
  const table = new Table(["messages", "JSON.stringify, ns", "sanitizeMessage, ns", "ratio", "at most"], 15, 9);
  let within = true;
  for (const trial of TRIALS) {
    const ratio = await measure(trial, table);
    within &&= ratio <= trial.maxRatio;
  }
  const changed = TRIALS.flatMap(({ messages }) => messages).filter((text) => sanitizeMessage(text).message !== text);
  if (changed.length > 0) write(`\nClean, but changed:\n${changed.map((text) => `- ${text}\n`).join("")}`);
  return within && changed.length === 0;
}

async function measure({ title, messages, maxRatio }: Trial, table: Table): Promise<number> {
  const functions = [
    {
      name: "ours",
      mode: "sync" as const,
      run: repeated(messages, (message) => sanitizeMessage(message).message.length),
    },
    { name: "JSON", mode: "sync" as const, run: repeated(messages, envelopeLength) },
  ];
  const rounds = await timeRounds(functions, EFFORT);
  const nanoseconds = (index: number) =>
    (1e6 * median(rounds.map((times) => times[index] ?? Number.NaN))) / (REPEATS * messages.length);
  const ratio = median(rounds.map(([ours = Number.NaN, theirs = Number.NaN]) => ours / theirs));
  const limit = Number.isFinite(maxRatio) ? `${maxRatio}: ${ratio <= maxRatio ? "yes" : "NO"}` : "–";
  table.row([`${messages.length} ${title}`, figure(nanoseconds(1)), figure(nanoseconds(0)), figure(ratio), limit]);
  return ratio;
}
