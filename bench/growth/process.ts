/** The process that measures growth without a socket. Arguments: the number of rounds, and the milliseconds of a batch. */
import type * as Core from "@uhp-errors/core";
import type * as Zod from "zod";
import { built, installed } from "../run/packages.ts";
import { spread } from "../run/stats.ts";
import { timeInTurn, type Work } from "../run/timing.ts";

/** How the time of one thing grows with its size. */
export interface Growth {
  readonly name: string;
  readonly sizes: readonly number[];
  /** Microseconds of a call for each size, from the fastest round, which was disturbed least. */
  readonly times: readonly number[];
}

const { createContract, defineCatalog } = await built<typeof Core>("core");
const z = installed<typeof Zod>("zod");

const CODES = [10, 100, 1_000, 10_000];
const CHARACTERS = [10, 100, 1_000, 10_000, 100_000];
const ITEMS = [1, 10, 100, 1_000];

const context = () => ({ method: "GET", path: "/", header: () => undefined });
const options = { onError: () => {} };

/** A catalog with generated codes, whose names the compiler does not know. */
interface LargeCatalog extends Core.AnyCatalog {
  error(code: string): Error;
}

function definitions(count: number): object {
  const names = Array.from({ length: count }, (_, number) => `acme_code_${number}`);
  return Object.fromEntries(names.map((name) => [name, { status: 409, message: "This is in the wrong state." }]));
}

function catalogOf(codes: object): LargeCatalog {
  return defineCatalog({ vendor: "acme", codes: codes as Record<never, never> }) as unknown as LargeCatalog;
}

function defining(count: number): () => unknown {
  const codes = definitions(count);
  return () => createContract(catalogOf(codes), options);
}

function throwing(count: number): () => unknown {
  const catalog = catalogOf(definitions(count));
  const contract = createContract(catalog, options);
  let number = 0;
  return () => {
    number = (number + 1) % count;
    return contract.respond(catalog.error(`acme_code_${number}`), context());
  };
}

const lists = defineCatalog({
  vendor: "acme",
  codes: { acme_many: { status: 409, message: "Several failed.", detail: z.object({ items: z.array(z.string()) }) } },
});
const contract = createContract(lists, options);

const WORDS = "the order of this customer was not found in our region today because it had been closed ";

/** Responds with a message of whole words, whose first letters differ from call to call. */
function message(characters: number): () => unknown {
  const rest = WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters);
  let number = 0;
  return () => {
    number = (number + 1) % 26 ** 3;
    const letters = [number % 26, Math.floor(number / 26) % 26, Math.floor(number / 676)].map((letter) =>
      String.fromCharCode(97 + letter),
    );
    return contract.respond(lists.error("harness_not_found", { message: `${letters.join("")} ${rest}` }), context());
  };
}

function detail(count: number): () => unknown {
  const items = Array.from({ length: count }, (_, number) => `order ${number} is closed`);
  return () => contract.respond(lists.error("acme_many", { detail: { items } }), context());
}

const SUBJECTS: readonly (readonly [name: string, sizes: readonly number[], make: (size: number) => () => unknown])[] =
  [
    ["codes: define a catalog", CODES, defining],
    ["codes: throw and respond", CODES, throwing],
    ["characters of a message", CHARACTERS, message],
    ["texts in a detail", ITEMS, detail],
  ];

const [rounds, batch] = process.argv.slice(2).map(Number) as [number, number];
const grown = SUBJECTS.map(([name, sizes, make]): Growth => {
  const works = sizes.map((size): Work => ({ name: `${name}, ${size}`, run: make(size) }));
  const times = timeInTurn(works, rounds, batch);
  return { name, sizes, times: sizes.map((_, index) => spread(times.map((round) => round[index] ?? 0)).min) };
});
process.send?.(grown, () => process.disconnect());
