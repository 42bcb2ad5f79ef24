import { figure, Table, write } from "../table.ts";
import { sanitizeMessage } from "./project.ts";
import { keep, median, timeRounds } from "./timing.ts";

/** How many different texts of a kind there are: more than a sanitizer remembers, and few enough to remember. */
const MANY = 2_000;
const FEW = 20;

const EFFORT = { rounds: 7, time: 150, iterations: 3 };

/** A kind of message, and what sanitizing one may cost, as a ratio to writing its envelope as JSON. */
interface Kind {
  readonly name: string;
  readonly maxRatio: number;
  text(index: number): string;
}

/** A number for a text, always with the same number of digits. */
function figures(index: number): string {
  return String(10_000 + (index % 90_000));
}

/** Letters for a number, so that a sentence stays plain. */
function letters(index: number): string {
  return [...figures(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

function frame(index: number, line: number): string {
  return `    at Orders.load (/srv/app/src/orders/load-${figures(index)}.js:${line}:17)`;
}

const KINDS: readonly Kind[] = [
  {
    name: "a plain sentence",
    maxRatio: 0.5,
    text: (index) => `There is no harness of the name ${letters(index)} in this project today.`,
  },
  {
    name: "an id and a public URL",
    maxRatio: 4,
    text: (index) => `No response resp_68a1b2c3d4e5${figures(index)} is kept, see https://docs.example.com/limits`,
  },
  {
    name: "a refused connection",
    maxRatio: 8,
    text: (index) => `connect ECONNREFUSED 10.${index % 250}.${(index >> 8) % 250}.5:5432`,
  },
  {
    name: "a path",
    maxRatio: 8,
    text: (index) => `ENOENT: no such file or directory, open '/srv/app/config/orders-${figures(index)}.json'`,
  },
  {
    name: "a stack of ten lines",
    maxRatio: 80,
    text: (index) =>
      [
        "TypeError: Cannot read properties of undefined",
        ...Array.from({ length: 9 }, (_, line) => frame(index, line)),
      ].join("\n"),
  },
];

/** Strings in one piece each, as they arrive from elsewhere. */
function texts({ text }: Kind, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => Buffer.from(text(index)).toString());
}

function envelopeLength(message: string): number {
  const error = { type: "invalid_request_error", code: "invalid_input", message, param: null, detail: null };
  return JSON.stringify({ error }).length;
}

function over(messages: readonly string[], run: (message: string) => number, times: number): () => void {
  return () => {
    for (let time = 0; time < times; time += 1) for (const message of messages) keep(run(message));
  };
}

/** Section 5: what messages of some kinds cost, the first time and again. False if one costs too much. */
export async function measureKinds(): Promise<boolean> {
  write("\n## 5. Messages of some kinds, as a ratio to JSON.stringify of the envelope around each\n");
  const heads = ["messages", "JSON, ns", "first sight, ns", "ratio", "again, ns", "ratio", "at most"];
  const table = new Table(heads, 24, 9);
  let within = true;
  for (const kind of KINDS) {
    const [json = 0, first = 0, again = 0] = await measure(kind);
    const passed = again / json <= kind.maxRatio;
    within &&= passed;
    const limit = `${kind.maxRatio}: ${passed ? "yes" : "NO"}`;
    table.row([
      kind.name,
      figure(json),
      figure(first),
      figure(first / json),
      figure(again),
      figure(again / json),
      limit,
    ]);
  }
  return within;
}

/** Nanoseconds for JSON, for a new message, and for one that was sanitized recently. */
async function measure(kind: Kind): Promise<readonly number[]> {
  const many = texts(kind, MANY);
  const sanitize = (message: string) => sanitizeMessage(message).message.length;
  const functions = [
    { name: "JSON", mode: "sync" as const, run: over(many, envelopeLength, 1) },
    { name: "first", mode: "sync" as const, run: over(many, sanitize, 1) },
    { name: "again", mode: "sync" as const, run: over(texts(kind, FEW), sanitize, MANY / FEW) },
  ];
  const rounds = await timeRounds(functions, EFFORT);
  return functions.map((_, index) => (1e6 * median(rounds.map((times) => times[index] ?? Number.NaN))) / MANY);
}
