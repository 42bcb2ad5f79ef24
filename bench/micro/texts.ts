import { randomUUID } from "node:crypto";

/** How many texts there are of a kind: more than a cache of recent texts can hold. */
const COUNT = 16_384;

const NOUNS = [
  ..."harness session file model token report order invoice customer account project folder team member".split(" "),
  ..."policy schedule backup message channel region device plan budget ticket article comment image".split(" "),
];
const STATES = [
  ..."ready known open active complete available valid current public shared locked supported new stored".split(" "),
  ..."visible signed paid free empty enough final similar".split(" "),
];

/** A kind of text that a service might put into a message. Each number makes a different text. */
type Kind = (number: number) => string;

const pick = (list: readonly string[], number: number) => list[number % list.length] ?? "";

const host = (number: number) => `10.${number % 7}.${(number >> 3) % 250}.${number % 250}`;

function plain(number: number): string {
  const [first, second] = [pick(NOUNS, number), pick(NOUNS, Math.floor(number / NOUNS.length))];
  return `The ${first} of this ${second} is not ${pick(STATES, Math.floor(number / NOUNS.length ** 2))} at the moment.`;
}

function stack(number: number): string {
  const frames = Array.from(
    { length: 10 },
    (_, line) =>
      `    at step${number} (/srv/app-${number}/node_modules/store/lib/file-${line}.js:${line + 10}:${line + 3})`,
  );
  return `Error: the store of ${pick(NOUNS, number)} ${number} failed\n${frames.join("\n")}`;
}

const KINDS: Readonly<Record<string, Kind>> = {
  "a plain sentence": plain,
  "an id and a public URL": (number) =>
    `There is no harness ${randomUUID()}; see https://docs.example.com/errors/${pick(NOUNS, number)}-${number}.`,
  "a refused connection": (number) => `connect ECONNREFUSED ${host(number)}:${5_000 + (number % 1_000)}`,
  "a path": (number) =>
    `ENOENT: no such file or directory, open '/srv/app/data/${pick(NOUNS, number)}-${number}/settings.json'`,
  "a stack of ten lines": stack,
};

/** The next text of each kind, by the kind's name. */
export const TEXTS: readonly (readonly [name: string, next: () => string])[] = Object.entries(KINDS).map(
  ([name, kind]) => [name, inTurn(Array.from({ length: COUNT }, (_, number) => flat(kind(number))))],
);

/** Plain sentences. Each call starts at the first one. */
export function sentences(): () => string {
  return inTurn(Array.from({ length: COUNT }, (_, number) => flat(plain(number))));
}

/** Returns the items in order, over and over. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let next = -1;
  return () => {
    next = (next + 1) % items.length;
    return items[next] as Item;
  };
}

/** The same string in one piece of memory. The engine keeps a concatenated string as its parts until it is read. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
