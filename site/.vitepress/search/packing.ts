/** The index as MiniSearch writes it, as far as this has to know it. */
export interface Index {
  readonly documentIds: Readonly<Record<string, string>>;
  readonly fieldLength: Readonly<Record<string, readonly number[]>>;
  readonly storedFields: Readonly<Record<string, { readonly title: string; readonly titles: readonly string[] }>>;
  /** How often each word is in each section: by the word, the field, and the section. */
  readonly index: readonly (readonly [
    word: string,
    fields: Readonly<Record<string, Readonly<Record<string, number>>>>,
  ])[];
}

interface Packed {
  readonly rest: object;
  /** The pages, the anchors of the sections, all titles, and all words. */
  readonly texts: readonly (readonly string[])[];
  readonly numbers: string;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Writes an index in a third of its size: texts once each, and numbers as differences, in as few characters as they need. */
export function pack({ documentIds, fieldLength, storedFields, index, ...rest }: Index): string {
  const [pages, anchors, titles] = [new Table(), new Table(), new Table()];
  const sections = Object.entries(documentIds).map(([id, place]) => {
    const [page = "", anchor = ""] = place.split("#");
    const { title, titles: above } = storedFields[id] ?? { title: "", titles: [] };
    const path = [title, ...above].map((one) => titles.place(one));
    const lengths = fieldLength[id] ?? [];
    return [Number(id), pages.place(page), anchors.place(anchor), path.length, ...path, lengths.length, ...lengths];
  });
  const numbers = [sections.length, ...sections.flat(), ...index.flatMap(([, fields]) => placesOf(fields))];
  const texts = [pages.texts, anchors.texts, titles.texts, index.map(([word]) => word)];
  return JSON.stringify({ rest, texts, numbers: numbers.map(digitsOf).join("") } satisfies Packed);
}

/** Where a word is: in each field, the difference to the section before, and how often. Most words are in a section once. */
function placesOf(fields: Index["index"][number][1]): number[] {
  const each = Object.entries(fields).map(([field, sections]) => {
    const ids = Object.keys(sections).map(Number);
    const places = Object.values(sections).map((times, index) => {
      const step = 2 * ((ids[index] ?? 0) - (ids[index - 1] ?? 0));
      return times > 1 ? [step + 1, times] : [step];
    });
    return [Number(field), ids.length, ...places.flat()];
  });
  return [each.length, ...each.flat()];
}

/** Restores what `pack` wrote. */
export function unpack(packed: string): Index {
  const { rest, texts, numbers }: Packed = JSON.parse(packed);
  const [pages = [], anchors = [], titles = [], words = []] = texts;
  let at = 0;
  const next = (): number => {
    let [value, shift, digit] = [0, 1, 32];
    for (; digit >= 32; shift *= 32) {
      digit = DIGITS.indexOf(numbers[at++] ?? "A");
      value += (digit % 32) * shift;
    }
    return value;
  };
  const some = <T>(make: () => T): T[] => Array.from({ length: next() }, make);
  const sections = some(() => {
    const id = next();
    const place = [pages[next()], anchors[next()]].filter(Boolean).join("#");
    const [title = "", ...above] = some(() => titles[next()] ?? "");
    return { id, place, stored: { title, titles: above }, lengths: some(next) };
  });
  const index = words.map((word): Index["index"][number] => {
    const fields = some(() => {
      const field = next();
      let id = 0;
      const found = some(() => {
        const step = next();
        id += Math.floor(step / 2);
        return [id, step % 2 === 1 ? next() : 1];
      });
      return [field, Object.fromEntries(found)];
    });
    return [word, Object.fromEntries(fields)];
  });
  return {
    ...rest,
    documentIds: Object.fromEntries(sections.map(({ id, place }) => [id, place])),
    fieldLength: Object.fromEntries(sections.map(({ id, lengths }) => [id, lengths])),
    storedFields: Object.fromEntries(sections.map(({ id, stored }) => [id, stored])),
    index,
  };
}

/** Texts, each once, in the order in which they came. */
class Table {
  readonly #places = new Map<string, number>();

  get texts(): readonly string[] {
    return [...this.#places.keys()];
  }

  place(text: string): number {
    const place = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, place);
    return place;
  }
}

/** A number in digits of five bits, the lowest first. The sixth bit says that more digits follow. */
function digitsOf(number: number): string {
  const rest = Math.floor(number / 32);
  const digit = number % 32;
  return rest === 0 ? `${DIGITS[digit]}` : `${DIGITS[digit + 32]}${digitsOf(rest)}`;
}
