import { figure, percent, Table, write } from "../table.ts";
import { type Entry, isFalseAlarm, KINDS, leaks, loadCorpus, split } from "./project.ts";
import { keep, median, timeRounds } from "./timing.ts";
import { ours } from "./tools/ours.ts";
import { redactPii } from "./tools/redact-pii.ts";
import { secretlint } from "./tools/secretlint.ts";
import { tenExpressions } from "./tools/ten-expressions.ts";
import type { Tool } from "./tools/tool.ts";

const TOOLS: readonly Tool[] = [ours, tenExpressions, secretlint, redactPii];

const EFFORT = { rounds: 5, time: 400, iterations: 3 };

type Counts = Record<(typeof KINDS)[number], number>;

interface Verdict {
  readonly leaked: Counts;
  readonly falseAlarms: number;
}

const none = (): Counts => ({ credential: 0, host: 0, path: 0, stack: 0 });

async function judge(tool: Tool, entries: readonly Entry[]): Promise<Verdict> {
  const leaked = none();
  let falseAlarms = 0;
  for (const entry of entries) {
    const output = await tool.redact(entry.text);
    for (const { kind } of leaks(entry, output)) leaked[kind] += 1;
    if (entry.holds.length === 0 && isFalseAlarm(entry, output)) falseAlarms += 1;
  }
  return { leaked, falseAlarms };
}

/** One call over all the texts, one text at a time. */
function pass(tool: Tool, texts: readonly string[]): () => void | Promise<void> {
  if (tool.mode === "sync") {
    return () => {
      for (const text of texts) keep(tool.redact(text).length);
    };
  }
  return async () => {
    for (const text of texts) keep((await tool.redact(text)).length);
  };
}

function heldCounts(entries: readonly Entry[]): Counts {
  const held = none();
  for (const { kind } of entries.flatMap(({ holds }) => holds)) held[kind] += 1;
  return held;
}

/** Section 1: what each tool removes from the held-out messages, what it should have left alone, and what it costs. */
export async function compareTools(): Promise<void> {
  const entries = split(loadCorpus()).heldOut;
  const texts = entries.map(({ text }) => text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const held = heldCounts(entries);
  const benign = entries.filter(({ holds }) => holds.length === 0).length;

  write(`\n## 1. ${entries.length} held-out messages, ${benign} of them harmless, ${bytes} bytes\n`);
  const recalls = KINDS.map((kind) => `${kind}s (${held[kind]})`);
  const table = new Table(["tool", ...recalls, "false alarms", "µs a message", "MB/s"], 15, 9);
  const verdicts: Verdict[] = [];
  for (const tool of TOOLS) verdicts.push(await judge(tool, entries));
  const passes = TOOLS.map((tool) => ({ name: tool.name, mode: tool.mode, run: pass(tool, texts) }));
  const rounds = await timeRounds(passes, EFFORT);
  for (const [index, { leaked, falseAlarms }] of verdicts.entries()) {
    const milliseconds = median(rounds.map((times) => times[index] ?? Number.NaN));
    table.row([
      TOOLS[index]?.name ?? "",
      ...KINDS.map((kind) => percent(held[kind] - leaked[kind], held[kind])),
      percent(falseAlarms, benign),
      figure((1_000 * milliseconds) / texts.length),
      figure(bytes / 1_000 / milliseconds),
    ]);
  }
}
