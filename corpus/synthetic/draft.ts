import type { Hold, Kind } from "../entry.ts";
import type { Random } from "../random.ts";

/** A piece of a text; with a kind it is private. */
interface Part {
  readonly text: string;
  readonly kind?: Kind;
}

/** A text that knows which of its pieces are private. */
export type Draft = readonly Part[];

/** Makes a text out of a stream of choices. */
export type Frame = (random: Random) => Draft;

/** What may stand in a frame: a finished text, or something that makes one. */
export type Piece = string | number | Draft | ((random: Random) => string | Draft);

/** Settles what a piece says. */
export function settled(piece: Piece, random: Random): Draft {
  if (typeof piece === "function") return settled(piece(random), random);
  return typeof piece === "object" ? piece : [{ text: String(piece) }];
}

/** A frame written as a template literal; each of its pieces is settled anew for every text. */
export const text =
  (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Frame =>
  (random) =>
    strings.flatMap((plain, index) => {
      const piece = pieces[index];
      return [{ text: plain }, ...(piece === undefined ? [] : settled(piece, random))];
    });

const mark =
  (kind: Kind) =>
  (piece: Piece): Frame =>
  (random) => [{ text: textOf(settled(piece, random)), kind }];

/** Marks a piece as a secret. */
export const credential = mark("credential");
/** Marks a piece as an internal host. */
export const host = mark("host");
/** Marks a piece as a file path. */
export const path = mark("path");
/** Marks a piece as a line of a stack trace. */
export const stack = mark("stack");

/** One of the frames. */
export const either =
  (...frames: readonly Piece[]): Frame =>
  (random) =>
    settled(random.pick(frames), random);

/** A piece that is settled once and then says the same wherever it is used. */
export function withOne(piece: Piece, use: (same: Draft) => Frame): Frame {
  return (random) => use(settled(piece, random))(random);
}

/** A piece as a writer puts it down that changes every character alone, such as JSON.stringify. */
export const written =
  (piece: Piece, write: (text: string) => string): Frame =>
  (random) =>
    settled(piece, random).map((part) => ({ ...part, text: write(part.text) }));

/** A text as it stands between the quotes of a JSON string. */
export const inJson = (plain: string) => JSON.stringify(plain).slice(1, -1);

export const joined = (drafts: readonly Draft[], separator: string): Draft =>
  drafts.flatMap((draft, index) => (index === 0 ? draft : [{ text: separator }, ...draft]));

export const textOf = (draft: Draft): string => draft.map((part) => part.text).join("");

/** The private things of a text, each once. */
export function holdsOf(draft: Draft): Hold[] {
  const holds = new Map<string, Hold>();
  for (const { kind, text: value } of draft) {
    if (kind !== undefined) holds.set(`${kind} ${value}`, { kind, value });
  }
  return [...holds.values()];
}

/**
 * Whether each label is plain to check: no private value stands by chance outside the marked pieces too, and none is a
 * part of another one.
 */
export function isClear(draft: Draft): boolean {
  const whole = textOf(draft);
  const values = holdsOf(draft).map((hold) => hold.value);
  const unmarked = draft.map((part) => (part.kind === undefined ? part.text : "\0")).join("");
  return values.every(
    (value) =>
      value.trim() !== "" &&
      whole.includes(value) &&
      !unmarked.includes(value) &&
      values.every((other) => other === value || !other.includes(value)),
  );
}
