import type { Hold, Labelled } from "../../entry.ts";

/** An entry before it is in a file. */
export type Made = Omit<Labelled, "origin">;

/** Frames in carriers that have no line breaks, or have them escaped more than once. */
const FRAME =
  /\bFrom event:|\bat (?:async )?(?:new )?(?:(?:get |set )?[\w$.<>#[\]]+(?: \[as [\w$.<>]+\])? )?(?:\((?:file:\/\/|node:|\/)[^\s()"\\]*:\d+:\d+\)|\(<anonymous>\)|\(index \d+\)|(?:file:\/\/|node:|\/)[^\s()"\\]*:\d+:\d+)/g;

/** Where the runtime says that an error stopped it, and what it calls the second half of a stack. */
const PLACES = /(?<![\w(/])node:(?:internal\/)?[\w/]+:\d+(?!:?\d)/g;
const HEADERS = /Emitted 'error' event (?:on [\w ]+ instance )?at:/g;

const CLOUD =
  /(?<![\w.-])(?:[\w-]+\.)+(?:rds\.amazonaws\.com|cache\.amazonaws\.com|database\.azure\.com|database\.windows\.net)/g;

/** What the shared patterns cannot know of one entry; read by hand. */
const BY_HAND: Readonly<Record<string, { readonly add?: readonly Hold[]; readonly drop?: readonly string[] }>> = {
  "@clickhouse/client/2-url": { drop: ["/data"] },
  "less/2-import-file": { add: [{ kind: "path", value: "mixins/buttons.less" }] },
  "node/2-import-url": { add: [{ kind: "path", value: "/C:/shop/tax.mjs" }] },
  "python/2-warning": { add: [{ kind: "stack", value: "warnings.warn('rates of 2025 are used')" }] },
  "node/2-script-eval": {
    add: [
      { kind: "stack", value: "<anonymous_script>:3" },
      { kind: "stack", value: "return order.total.toFixed(2)" },
    ],
  },
  "node/2-worker-exit-json": {
    add: [
      { kind: "stack", value: "[worker eval]:1" },
      { kind: "stack", value: 'throw new Error(\\"label 118: no weight\\")' },
    ],
  },
  "ioredis/2-net-private-v6": { drop: ["fd00:ad::17:6379"] },
  "node/2-net-unique-local": { drop: ["fd00:ad::17:5432"] },
};

/** Entries that no reader could label with certainty, or that no tool printed. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node/2-import-host", "eslint/2-pattern", "node/2-headers-quoted"]);

/** Parts that differ from run to run. */
const STEADY: readonly (readonly [RegExp, string])[] = [
  [/(retryTime: |retryTime":)\d+/g, "$1262"],
  [/(failed to create socket after )\d+ms/g, "$181ms"],
];

/** The place of these files as a deployment would name it. */
const placed = (text: string): string =>
  STEADY.reduce((all, [from, to]) => all.replace(from, to), text)
    .replaceAll("/second/", "/src/jobs/")
    .replaceAll("/second.ts", "/src/worker.ts");

/** Escaped line breaks and patterns are no shares of a Windows server. */
const isPath = ({ kind, value }: Hold): boolean => kind !== "path" || !/^\\\\(?![\w.-]+\\)/.test(value);

/** Lines that say nothing on their own: carets, and what the runtime throws everything with. */
const isTelling = ({ kind, value }: Hold): boolean => kind !== "stack" || !/^(?:[\s|^~-]*|throw err?;)$/.test(value);

/** The frames of a stack in one line, where only its end was found. */
function single(hold: Hold): Hold[] {
  const found = hold.kind === "stack" ? [...hold.value.matchAll(FRAME)] : [];
  return found.length < 2 ? [hold] : found.map(([value]) => ({ kind: "stack", value }));
}

function frames(text: string, known: readonly Hold[]): Hold[] {
  const stacks = known.filter(({ kind }) => kind === "stack").map(({ value }) => value);
  const found = [...text.matchAll(FRAME)].map(([value]) => value);
  return found
    .filter((value) => !stacks.some((stack) => stack.includes(value)))
    .map((value) => ({ kind: "stack", value }));
}

/** Whether a path stands anywhere outside the frames. */
function standsAlone(text: string, { kind, value }: Hold, holds: readonly Hold[]): boolean {
  if (kind !== "path") return true;
  const stacks = holds.filter((hold) => hold.kind === "stack").sort((a, b) => b.value.length - a.value.length);
  return stacks.reduce((left, stack) => left.replaceAll(stack.value, "\n"), text).includes(value);
}

/** The entry as it is written down, with the labels that a reader of the whole set would still miss; undefined if it is left out. */
export function reviewed(entry: Made): Made | undefined {
  if (LEFT_OUT.has(entry.id)) return undefined;
  const text = placed(entry.text);
  const { add = [], drop = [] } = BY_HAND[entry.id] ?? {};
  const given = entry.holds.flatMap(({ kind, value }) => single({ kind, value: placed(value) })).filter(isTelling);
  const cloud = [...text.matchAll(CLOUD)].map(([value]): Hold => ({ kind: "host", value }));
  const places = [...text.matchAll(PLACES)].map(([value]): Hold => ({ kind: "path", value }));
  const headers = [...text.matchAll(HEADERS)].map(([value]): Hold => ({ kind: "stack", value }));
  const holds = [...given, ...headers, ...frames(text, given), ...places, ...cloud, ...add].filter(
    (hold) => !drop.includes(hold.value) && isPath(hold),
  );
  const unique = new Map(holds.map((hold) => [`${hold.kind} ${hold.value}`, hold]));
  return {
    ...entry,
    text,
    holds: [...unique.values()].filter((hold) => standsAlone(text, hold, holds)),
  };
}
