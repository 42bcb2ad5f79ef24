import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, types } from "node:util";
import { type Labelled, label } from "./label.ts";
import { closeAll, type Provocation, ports, ROOT, type Shape, secrets } from "./tools.ts";

/** One line of a file of messages. */
export interface Entry extends Labelled {
  readonly id: string;
  readonly source: string;
}

/** What a run yields: entries, and what went wrong in the words of a person who has to look at it. */
export interface Outcome {
  readonly entries: readonly Entry[];
  readonly doubts: readonly string[];
}

const PATIENCE = 5_000;
const LONGEST = 4_000;
/** How many entries of a source may differ in interpolated values only. */
const MOST = 6;
const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = dirname(HERE);
const REPOSITORY = resolve(FOLDER, "../../../..");
const PLACES = [
  "/srv/shop",
  "/home/deploy/apps/orders",
  "/usr/src/app",
  "/opt/acme/billing",
  "/var/www/api",
  "/app",
  "/opt/services/gateway",
  "/home/ubuntu/checkout",
  "/srv/releases/20260411/current",
];

/** A number that depends on the text alone. */
const sum = (text: string): number => [...text].reduce((total, char) => (total * 31 + char.charCodeAt(0)) % 65_521, 7);

/** The thrown value, or the returned text, of a provocation; undefined if it did neither in time. */
async function outcome(provocation: Provocation): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), PATIENCE);
  });
  try {
    // What ran before must not show at the bottom of a stack.
    await new Promise((done) => setImmediate(done));
    Error.stackTraceLimit = 10;
    const value = await Promise.race([Promise.resolve().then(provocation.provoke), patience]);
    return typeof value === "string" || isError(value) ? value : undefined;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}

/** Also an error of another context. */
const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

function describe(thrown: unknown, shape: Shape): string {
  if (typeof thrown === "string") return thrown;
  if (shape === "inspect") return inspect(thrown, { depth: 3 });
  if (!isError(thrown)) return messageOf(thrown);
  if (shape === "stack" || shape === "flat") return thrown.stack ?? "";
  if (shape === "json") return JSON.stringify({ level: "error", msg: thrown.message, stack: thrown.stack });
  return shape === "string" ? String(thrown) : thrown.message;
}

function messageOf(thrown: unknown): string {
  const message = (thrown as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : inspect(thrown);
}

/** The text with the directories of this run replaced by those of a deployment. */
function relocated(text: string, place: string): string {
  const moves: [string, string][] = [
    [`${FOLDER}/node_modules`, `${place}/node_modules`],
    [`${FOLDER}/javascript.ts`, `${place}/src/index.ts`],
    [HERE, `${place}/src`],
    [FOLDER, place],
    [ROOT, place],
    [process.execPath, "/usr/local/bin/node"],
    [REPOSITORY, place],
  ];
  // A directory may be the beginning of another one's name, so only whole segments count.
  return moves.reduce(
    (moved, [from, to]) =>
      moved.replace(new RegExp(`(?<![\\w.-])${from.replace(/[.+]/g, "\\$&")}(?![\\w.-]\\w?)`, "g"), to),
    text,
  );
}

/** The text with each real secret replaced by its template. */
function templated(text: string): string {
  const sorted = [...secrets].sort(([a], [b]) => b.length - a.length);
  return sorted.reduce((result, [value, template]) => {
    const json = JSON.stringify(value).slice(1, -1);
    const forms: [string, string][] = [
      [value, `{{${template}}}`],
      [json, `{{${template}|jsonString}}`],
      [encodeURIComponent(value), `{{${template}|encodeURIComponent}}`],
      [btoa(value), `{{${template}|base64}}`],
    ];
    return forms.reduce((changed, [from, to]) => changed.replaceAll(from, to), result);
  }, text);
}

/** The text with the ports that the system chose, and the provocation's own varying parts, at fixed values. */
function steadied(text: string, provocation: Provocation): string {
  // Whether an event has one listener or several, which emit tells by its line, depends on what came first.
  let result = text.replace(/node:events:\d+:\d+/g, "node:events:514:28");
  for (const [real, shown] of ports) result = result.replace(new RegExp(`(?<!\\d)${real}(?!\\d)`, "g"), String(shown));
  for (const [pattern, value] of provocation.traits.tidy ?? []) result = result.replace(pattern, value);
  return result;
}

/** The text cut after the last whole line that fits. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.lastIndexOf("\n", LONGEST);
  return text.slice(0, cut === -1 ? LONGEST : cut);
}

/** What looks wrong with an entry: a piece of a secret, a label that is not there, a place that should not be. */
function suspicions(entry: Entry): string[] {
  const pieces = [...secrets.keys()].flatMap((value) => [value.slice(0, 7), value.slice(-7)]);
  const whole = entry.text.replace(/\{\{\w+:\d+(?:\|\w+)?\}\}/g, "");
  return [
    ...pieces.filter((piece) => whole.includes(piece)).map((piece) => `holds a piece of a secret: ${piece}`),
    ...entry.holds.filter(({ value }) => !entry.text.includes(value)).map(({ value }) => `lacks its label: ${value}`),
    ...(/\/work\/|provoke-|\/tmp\/\w*-\w{6}/.test(entry.text) ? ["holds a place of this run"] : []),
    ...(entry.text.trim() === "" ? ["is empty"] : []),
  ].map((doubt) => `${entry.id}: ${doubt}`);
}

function entryOf(provocation: Provocation, thrown: unknown, shape: Shape, first: boolean): Entry {
  const { id, source, traits } = provocation;
  const place = traits.root ?? PLACES[sum(id) % PLACES.length] ?? "/srv/shop";
  const text = shortened(templated(relocated(steadied(describe(thrown, shape), provocation), place)));
  const paths = (traits.paths ?? []).map((path) => relocated(path, place));
  const labelled = label(text, shape, { ...traits, paths });
  return { id: first ? id : `${id}-${shape}`, source, ...labelled };
}

/** The text without what varies in it, the same for all entries that tell the same of other things. */
function skeleton({ text, holds }: Entry): string {
  const longest = [...holds].sort((a, b) => b.value.length - a.value.length);
  const bare = longest.reduce((left, { kind, value }) => left.replaceAll(value, `<${kind}>`), text);
  return bare.replace(/(?:<stack>\s*)+/g, "<stack>").replace(/\d+/g, "0");
}

/** Runs the provocations one after the other, each cut after five seconds. */
export async function run(provocations: readonly Provocation[]): Promise<Outcome> {
  const entries: Entry[] = [];
  const doubts: string[] = [];
  const seen = new Map<string, number>();
  const texts = new Set<string>();
  for (const provocation of provocations) {
    ports.clear();
    const thrown = await outcome(provocation);
    closeAll();
    if (thrown === undefined) {
      doubts.push(`${provocation.id}: said nothing`);
      continue;
    }
    const shapes = provocation.traits.as ?? ["message"];
    const made = shapes
      .map((shape, index) => entryOf(provocation, thrown, shape, index === 0))
      // An error that brought no frames says the same in every shape.
      .filter(
        ({ holds }, index) => index === 0 || shapes[index] === "inspect" || holds.some(({ kind }) => kind === "stack"),
      );
    doubts.push(...made.flatMap(suspicions));
    for (const entry of made) {
      const shape = `${entry.source}\n${skeleton(entry)}`;
      const count = seen.get(shape) ?? 0;
      if (count < MOST && !texts.has(entry.source + entry.text)) entries.push(entry);
      seen.set(shape, count + 1);
      texts.add(entry.source + entry.text);
    }
  }
  return { entries, doubts };
}
