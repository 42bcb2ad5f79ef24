import {
  combineHooks,
  createContract,
  createSanitizer,
  defineCatalog,
  parseEnvelope,
  printReports,
} from "@uhp-errors/core";
import fc from "fast-check";
import { z } from "zod";
import { found } from "../../corpus/reference.ts";
import { encoded, READ_THROUGH, readings, ways } from "../support/encodings.ts";
import { randomOf } from "../support/random.ts";
import { type Planted, PROMISED, type Promised, promisedNamed } from "../support/secrets.ts";
import { joined, type Words, words } from "../support/words.ts";
import { type Target, Violation } from "../target.ts";

interface Case {
  readonly surface: keyof typeof SURFACES;
  /** The name of the example that is planted. */
  readonly secret: string;
  /** The seed of its random parts. */
  readonly seed: number;
  readonly encodings: readonly string[];
  readonly before: Words;
  readonly after: Words;
  readonly border: keyof typeof BORDERS;
}

/** What separates a secret from the words around it. */
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

/** How many characters of one value every surface looks at, wherever they are. */
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

/** What is printed for an error with this message, with a cause, and on a path. */
function printed(text: string): string {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const styles = (["json", "readable"] as const).map((style) => printReports({ style, color: false, write }));
  const reporting = createContract(catalog, { onError: combineHooks(...styles) });
  const context = { method: "POST", path: "/", header: () => undefined };
  const name = { name: text.slice(0, LOOKED_AT), code: text };
  reporting.respond(Object.assign(new Error(text, { cause: new TypeError(text) }), name), context);
  reporting.respond(catalog.error("acme_down", { message: text, detail: { left: text } }), context);
  reporting.respond(text, context);
  return lines.join("\n");
}

/** The surfaces: what each must remove, and how a string passes through it. Details keep hosts and paths; logs keep stacks, too. */
const SURFACES = {
  message: { kinds: ["credential", "host", "path", "stack"], put: (text: string) => message(text).message },
  detail: { kinds: ["credential", "stack"], put: detailText },
  log: { kinds: ["credential"], put: logText },
  "printed report": { kinds: ["credential"], put: printed },
  "message of an envelope": {
    kinds: ["credential", "host", "path", "stack"],
    put: (text: string) => sent({ message: text, detail: {} }),
  },
  "detail of an envelope": {
    kinds: ["credential", "stack"],
    put: (text: string) => sent({ detail: { note: text, list: [text], nested: { [text]: text } } }),
  },
} as const;

/** Messages that contain something that a rule promises to remove, in any encoding that the sanitizer undoes. */
export const messages: Target<Case> = {
  cases: fc.record({
    surface: fc.constantFrom(...(Object.keys(SURFACES) as (keyof typeof SURFACES)[])),
    secret: fc.constantFrom(...PROMISED.map(({ name }) => name)),
    seed: fc.nat(),
    encodings: ways,
    before: words,
    after: words,
    border: fc.constantFrom(...(Object.keys(BORDERS) as (keyof typeof BORDERS)[])),
  }),
  start: async () => ({ attempt }),
};

function attempt({ surface, secret, seed, encodings, before, after, border }: Case): void {
  const promised = promisedNamed(secret);
  const { kinds, put } = SURFACES[surface];
  if (!(kinds as readonly string[]).includes(promised.kind)) return;
  const planted = promised.plant(seed);
  // Only a token may have any border. Other examples are whole sentences, and those of a stack are whole lines.
  const [opens, closes] = BORDERS[promised.isToken ? border : promised.kind === "stack" ? "line" : "space"];
  const written = encoded(planted.text, encodings, READ_THROUGH, randomOf(seed));
  // The sanitizer looks at little more of a detail's string than may stay. It does not recognize a longer token by its first half.
  if (written.length > LOOKED_AT) return;
  const around = [joined(before), joined(after)] as const;
  const within = (text: string) => `${around[0]}${opens}${text}${closes}${around[1]}`;
  const left = put(within(written));
  const part = leftIn(left, partsOnlyIn(planted, around));
  if (part === undefined || !isPromised(promised, part, within(planted.text))) return;
  throw new Violation("nothing private leaves", `${part} (${promised.rule}) of ${written} is in ${left}`);
}

/** The private parts that do not also occur in the words around them. */
function partsOnlyIn({ parts }: Planted, around: readonly string[]): readonly string[] {
  const others = readings(around.join(" "));
  return parts.filter((part) => !others.some((own) => own.includes(part)));
}

function leftIn(text: string, parts: readonly string[]): string | undefined {
  const all = readings(text);
  return parts.find((part) => all.some((reading) => reading.includes(part)));
}

/**
 * Credentials are removed anywhere. A host, a path or the rest of a stack may count as private only in its place, at the end for instance.
 * There, the encoding must not matter.
 */
function isPromised({ kind }: Promised, part: string, plain: string): boolean {
  if (kind === "credential") return true;
  // A detail's string is searched together with its key.
  return [plain, `"note":"${plain}"`].every((text) =>
    found(text).some(({ start, end }) => text.slice(start, end).includes(part)),
  );
}
