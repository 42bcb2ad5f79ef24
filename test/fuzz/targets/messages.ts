import { createContract, createSanitizer, defineCatalog, parseEnvelope } from "@uhp-errors/core";
import fc from "fast-check";
import { z } from "zod";
import { found } from "../../corpus/reference.ts";
import { encoded, READ_THROUGH, readings, ways } from "../support/encodings.ts";
import { randomOf } from "../support/random.ts";
import { PROMISED, type Promised } from "../support/secrets.ts";
import { joined, type Words, words } from "../support/words.ts";
import { type Target, Violation } from "../target.ts";

interface Case {
  readonly surface: keyof typeof SURFACES;
  /** Which example of all rules' is planted. */
  readonly secret: number;
  /** Of its random parts. */
  readonly seed: number;
  readonly encodings: readonly string[];
  readonly before: Words;
  readonly after: Words;
  readonly border: keyof typeof BORDERS;
}

/** What stands between a secret and the words: all that ends a word. */
const BORDERS = {
  space: [" ", " "],
  line: ["\n", "\n"],
  quotes: [' "', '" '],
  apostrophes: [" '", "' "],
  brackets: [" (", ") "],
  "escaped spaces": ["%20", "%20"],
  "escaped lines": ["\\n", "\\n"],
  "escaped quotes": ["&quot;", "&quot;"],
} as const;

/** Characters of one value that are looked at in each surface, wherever it stands. */
const LOOKED_AT = 2_000;

const catalog = defineCatalog({
  vendor: "acme",
  codes: { acme_down: { status: 503, message: "It is down.", detail: z.record(z.string(), z.unknown()) } },
});

const contract = createContract(catalog, { onError: () => {} });

const { message, detailText, logText } = createSanitizer();

function sent(init: { readonly message?: string; readonly detail: Record<string, unknown> }): string {
  const context = { method: "POST", path: "/", header: () => undefined };
  const body = contract.respond(catalog.error("acme_down", init), context)?.body ?? "";
  if (parseEnvelope(body) === undefined) throw new Violation("a failure is an envelope", body);
  return body;
}

/** What a text goes through, and what comes out. In details hosts and paths stay, in logs stacks too. */
const SURFACES = {
  message: { kinds: ["credential", "host", "path", "stack"], put: (text: string) => message(text).message },
  detail: { kinds: ["credential", "stack"], put: detailText },
  log: { kinds: ["credential"], put: logText },
  "message of an envelope": {
    kinds: ["credential", "host", "path", "stack"],
    put: (text: string) => sent({ message: text, detail: {} }),
  },
  "detail of an envelope": {
    kinds: ["credential", "stack"],
    put: (text: string) => sent({ detail: { note: text, list: [text], nested: { [text]: text } } }),
  },
} as const;

/** Messages with something in them that a rule promises to take out, in any encoding that is read through. */
export const messages: Target<Case> = {
  cases: fc.record({
    surface: fc.constantFrom(...(Object.keys(SURFACES) as (keyof typeof SURFACES)[])),
    secret: fc.nat({ max: PROMISED.length - 1 }),
    seed: fc.nat(),
    encodings: ways,
    before: words,
    after: words,
    border: fc.constantFrom(...(Object.keys(BORDERS) as (keyof typeof BORDERS)[])),
  }),
  start: async () => ({
    attempt: ({ surface, secret, seed, encodings, before, after, border }) => {
      const promised = PROMISED[secret];
      const { kinds, put } = SURFACES[surface];
      if (promised === undefined || !(kinds as readonly string[]).includes(promised.kind)) return;
      const planted = promised.plant(seed);
      // What a rule knows by the words around it is a sentence, and what is left of a stack are lines.
      const [opens, closes] = BORDERS[promised.isToken ? border : promised.kind === "stack" ? "line" : "space"];
      const written = encoded(planted.text, encodings, READ_THROUGH, randomOf(seed));
      // Of a detail's string, the sanitizer sees a little more than may stay: half of a token that is longer is not known as one.
      if (written.length > LOOKED_AT) return;
      const around = [joined(before), joined(after)];
      const text = `${around[0]}${opens}${written}${closes}${around[1]}`;
      // The words around may be about the same thing.
      const others = readings(around.join(" "));
      const parts = planted.parts.filter((part) => !others.some((own) => own.includes(part)));
      const plain = `${around[0]}${opens}${planted.text}${closes}${around[1]}`;
      const left = put(text);
      for (const reading of readings(left)) {
        const part = parts.find((one) => reading.includes(one));
        if (part === undefined || !isPromised(promised, part, plain)) continue;
        throw new Violation("nothing private leaves", `${part} (${promised.rule}) of ${written} is in ${left}`);
      }
    },
  }),
};

/**
 * Credentials are promised anywhere. The rest of a stack, a name of a host and a path may be so only where they stand, at the end for
 * instance: there, how they are written must not matter.
 */
function isPromised({ kind }: Promised, part: string, plain: string): boolean {
  if (kind === "credential") return true;
  // A string of a detail is looked at with its key.
  return [plain, `"note":"${plain}"`].every((text) =>
    found(text).some(({ start, end }) => text.slice(start, end).includes(part)),
  );
}
