import { type AnyCatalog, createContract, defineCatalog } from "@uhp-errors/core";
import { builtInMessage } from "../scan/propose.ts";
import { knownSentence } from "../scan/sentence.ts";

export interface OwnCode {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** A code that the service's catalog has already. What its source does not show is undefined. */
export interface KnownCode {
  readonly code: string;
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly hasDetail: boolean;
}

export interface WantedError {
  readonly code: string;
  readonly status: number;
  /** Its sentence, with `{}` in place of parts that are only known at run time. */
  readonly sentence: string | undefined;
}

/** Whether the sentence has to be passed to make the error, or why the error cannot be made. */
export type Taken = { readonly needsMessage: boolean } | { readonly reason: string };

export class Codes {
  readonly #vendor: string;
  readonly #known: AnyCatalog & { error(code: string): { readonly misuse?: string | undefined } };
  readonly #own = new Map<string, OwnCode>();
  readonly #before: ReadonlyMap<string, KnownCode>;

  /**
   * @param before The codes that the catalog has already.
   * @throws TypeError that says what is wrong with the prefix
   */
  constructor(vendor: string, before: readonly KnownCode[] = []) {
    this.#vendor = vendor;
    this.#before = new Map(before.map((one) => [one.code, one]));
    this.#known = defineCatalog({ vendor: vendor as "acme" }) as never;
  }

  get own(): readonly OwnCode[] {
    return [...this.#own.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
  }

  take({ code, status, sentence }: WantedError): Taken {
    const definition = this.#known.definition(code);
    if (definition !== undefined) {
      if (definition.where !== "request" || this.#needsDetail(code)) return { reason: `\`${code}\` needs a detail` };
      return { needsMessage: sentence !== undefined };
    }
    const before = this.#before.get(code);
    if (before !== undefined) return takenBefore(before, status, sentence);
    const message = sentence === undefined ? undefined : messageFor(sentence, status);
    if (message === undefined) return { reason: "it has no sentence for a code of its own" };
    const known = this.#own.get(code);
    if (known !== undefined && known.status !== status) return otherStatus(code, known.status);
    if (code.length > MAX_CODE) return { reason: "its code would be too long" };
    const refused = known === undefined ? findRefusal(this.#vendor, { code, status, message }) : undefined;
    if (refused !== undefined) return { reason: refused };
    if (known === undefined) this.#own.set(code, { code, status, message });
    return { needsMessage: (known?.message ?? message) !== sentence };
  }

  #needsDetail(code: string): boolean {
    return this.#known.error(code).misuse !== undefined;
  }
}

/** UTF-16 code units of a code that people can still read. */
const MAX_CODE = 80;

function takenBefore({ code, ...before }: KnownCode, status: number, sentence: string | undefined): Taken {
  if (before.status === undefined) return { reason: `the status of \`${code}\` is not a number in the catalog` };
  if (before.status !== status) return otherStatus(code, before.status);
  if (before.hasDetail) return { reason: `\`${code}\` has a detail` };
  return { needsMessage: sentence !== undefined && before.message !== sentence };
}

function otherStatus(code: string, status: number): Taken {
  return { reason: `\`${code}\` would also be the code of a ${status}` };
}

/** Returns the message of a code of its own: its sentence without unknown parts, or that of the status if this makes no sentence. */
function messageFor(sentence: string, status: number): string | undefined {
  return knownSentence(sentence) ?? (/\p{L}{2}/u.test(sentence) ? builtInMessage(status) : undefined);
}

function findRefusal(vendor: string, { code, status, message }: OwnCode): string | undefined {
  try {
    createContract(defineCatalog({ vendor: vendor as "acme", codes: { [code]: { status, message } } as never }));
    return undefined;
  } catch (thrown) {
    return `a catalog refuses \`${code}\`: ${(thrown as Error).message}`;
  }
}
