import { CLEAN_MESSAGES } from "./clean-messages.ts";
import { sanitizeMessage } from "./project.ts";
import { figure, Table, write } from "./table.ts";
import { keep, median, timeRounds } from "./timing.ts";

/** What looking at a message may cost, where writing its envelope as JSON costs 1. */
const MAX_RATIO = 1;

/** Calls for each message in one sample, so that reading the clock weighs nothing. */
const REPEATS = 40;

const EFFORT = { rounds: 9, time: 300, iterations: 20 };

/**
 * Copies, because the engine remembers what an expression found in a text that is written in the source, and a message
 * that was built while serving a request gets no such help.
 */
const messages = CLEAN_MESSAGES.map((message) => Buffer.from(message).toString());

const envelopes = messages.map((message) => ({
  error: { type: "invalid_request_error", code: "invalid_input", message, param: null, detail: null },
}));

function sanitizeAll(): void {
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const message of messages) keep(sanitizeMessage(message).message.length);
  }
}

function stringifyAll(): void {
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const envelope of envelopes) keep(JSON.stringify(envelope).length);
  }
}

/** Section 3: what a message costs that has nothing to hide. False when it costs more than it may, or is changed. */
export async function measureClean(): Promise<boolean> {
  write(`\n## 3. A clean message: ${messages.length} different ones of ${messages[0]?.length} characters in turn\n`);
  const functions = [
    { name: "sanitizeMessage", mode: "sync" as const, run: sanitizeAll },
    { name: "JSON.stringify", mode: "sync" as const, run: stringifyAll },
  ];
  const rounds = await timeRounds(functions, EFFORT);
  const nanoseconds = (index: number) =>
    (1e6 * median(rounds.map((times) => times[index] ?? Number.NaN))) / (REPEATS * messages.length);
  const ratio = median(rounds.map(([ours = Number.NaN, theirs = Number.NaN]) => ours / theirs));
  const within = ratio <= MAX_RATIO;
  const table = new Table(["function", "ns a message", "ratio", `at most ${MAX_RATIO}`], 15, 9);
  table.row(["JSON.stringify", figure(nanoseconds(1)), figure(1), ""]);
  table.row(["sanitizeMessage", figure(nanoseconds(0)), figure(ratio), within ? "yes" : "NO"]);
  const changed = messages.filter((message) => sanitizeMessage(message).message !== message);
  if (changed.length > 0) write(`\nClean, and yet not left alone:\n${changed.map((text) => `- ${text}\n`).join("")}`);
  return within && changed.length === 0;
}
