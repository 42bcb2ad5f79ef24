import { type Entry, type Hold, KINDS, type Kind } from "../../corpus/entry.ts";
import { loadCorpus } from "../../corpus/load.ts";
import { split } from "../../corpus/split.ts";
import { sanitizeMessage } from "../../packages/core/src/sanitizer/engine/create-sanitizer.ts";
import { redactText } from "../../packages/core/src/sanitizer/engine/redact.ts";
import { isFalseAlarm, leaks } from "./judge.ts";

/** The least share of private things that must be removed, and the largest share of harmless strings that may be changed. */
const LEAST: Readonly<Record<Kind, number>> = { credential: 0.995, host: 0.99, path: 0.99, stack: 0.995 };
const MOST_ALARMS = 0.005;

/** A way of sanitizing to be measured. */
interface Measured {
  readonly name: string;
  run(entry: Entry): { readonly output: string; readonly falseAlarm: boolean };
}

const MESSAGES: Measured = {
  name: "the message that leaves",
  run: ({ text, holds }) => {
    const { message, removed } = sanitizeMessage(text);
    // A string that is cut after its first sentence is no false alarm. It is one if anything was taken for private.
    const alarms = removed.filter(({ kind }) => kind !== "rest" && kind !== "control");
    return { output: message, falseAlarm: holds.length === 0 && alarms.length > 0 };
  },
};
const TEXTS: Measured = {
  name: "the rules alone, on the whole text",
  run: (entry) => {
    const output = redactText(entry.text).text;
    return { output, falseAlarm: isFalseAlarm(entry, output) };
  },
};

interface Count {
  held: number;
  leaked: number;
}

interface Tally {
  readonly kinds: Readonly<Record<Kind, Count>>;
  /** Credentials that nothing identifies as such. */
  readonly unmarked: Count;
  harmless: number;
  alarms: number;
}

function tallyOf(entries: readonly Entry[], { run }: Measured): Tally {
  const none = (): Count => ({ held: 0, leaked: 0 });
  const tally: Tally = {
    kinds: { credential: none(), host: none(), path: none(), stack: none() },
    unmarked: none(),
    harmless: 0,
    alarms: 0,
  };
  for (const entry of entries) {
    const { output, falseAlarm } = run(entry);
    const countOf = ({ kind, unmarked }: Hold): Count => (unmarked ? tally.unmarked : tally.kinds[kind]);
    for (const hold of entry.holds) countOf(hold).held += 1;
    for (const hold of leaks(entry, output)) countOf(hold).leaked += 1;
    if (entry.holds.length === 0) tally.harmless += 1;
    if (falseAlarm) tally.alarms += 1;
  }
  return tally;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a tally. Returns whether every share is within its limit. */
function report(title: string, entries: readonly Entry[], measured: Measured): boolean {
  const tally = tallyOf(entries, measured);
  write(`\n${title}: ${entries.length} entries, ${measured.name}`);
  let within = true;
  for (const kind of KINDS) {
    const { held, leaked } = tally.kinds[kind];
    const recall = held === 0 ? 1 : 1 - leaked / held;
    within &&= recall >= LEAST[kind];
    write(
      `  ${kind.padEnd(12)} ${String(held).padStart(5)} held, ${String(leaked).padStart(3)} left, recall ${percent(recall)} (at least ${percent(LEAST[kind])})`,
    );
  }
  const { held, leaked } = tally.unmarked;
  write(
    `  ${"unmarked".padEnd(12)} ${String(held).padStart(5)} held, ${String(leaked).padStart(3)} left: credentials that nothing tells from other words`,
  );
  const alarms = tally.harmless === 0 ? 0 : tally.alarms / tally.harmless;
  write(
    `  ${"false alarms".padEnd(12)} ${String(tally.alarms).padStart(5)} of ${tally.harmless} harmless texts, ${percent(alarms)} (at most ${percent(MOST_ALARMS)})`,
  );
  return within && alarms <= MOST_ALARMS;
}

/** Prints each source in which something private is left or a harmless string is changed, and the number of sources without a fault. */
function reportSources(entries: readonly Entry[], measured: Measured): void {
  const sources = [...new Set(entries.map(({ source }) => source))].sort();
  const faulty: string[] = [];
  write(
    `\nBy source, held out, ${measured.name}: entries, private things left of those held, false alarms of harmless texts`,
  );
  for (const source of sources) {
    const own = entries.filter((entry) => entry.source === source);
    const { kinds, alarms, harmless } = tallyOf(own, measured);
    const held = KINDS.reduce((sum, kind) => sum + kinds[kind].held, 0);
    const leaked = KINDS.reduce((sum, kind) => sum + kinds[kind].leaked, 0);
    if (leaked > 0 || alarms > 0) faulty.push(source);
    write(`  ${source.padEnd(26)} ${String(own.length).padStart(5)}   ${leaked}/${held}   ${alarms}/${harmless}`);
  }
  write(
    `  ${sources.length} sources, ${sources.length - faulty.length} without a fault; with one: ${faulty.join(", ") || "none"}`,
  );
}

const corpus = loadCorpus();
const { tuning, heldOut } = split(corpus);
const real = (entries: readonly Entry[]) => entries.filter(({ source }) => source !== "synthetic");
write(
  `${corpus.length} entries, ${real(corpus).length} of them real, from ${new Set(real(corpus).map(({ source }) => source)).size} packages and tools`,
);
report("Tuning part", tuning, MESSAGES);
report("Tuning part", tuning, TEXTS);
reportSources(heldOut, MESSAGES);
report("Held out, real", real(heldOut), MESSAGES);
report("Held out, real", real(heldOut), TEXTS);
report("Held out", heldOut, TEXTS);
// Only the message that is sent has to meet the limits. The results of the rules alone are for their authors.
const within = report("Held out", heldOut, MESSAGES);
write(`\n${within ? "Within" : "NOT within"} the limits.`);
process.exitCode = within ? 0 : 1;
