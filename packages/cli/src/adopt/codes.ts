import { type AnyCatalog, createContract, defineCatalog } from "@uhp-errors/core";
import { builtInMessage } from "../scan/propose.ts";
import { knownSentence } from "../scan/sentence.ts";
import { leave } from "./result.ts";

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

  /** Adds the code of an error if the catalog does not have it. Returns whether the error needs its sentence. @throws LeftToPerson */
  take({ code, status, sentence }: WantedError): boolean {
    const definition = this.#known.definition(code);
    if (definition !== undefined) {
      const needsDetail = definition.where !== "request" || this.#known.error(code).misuse !== undefined;
      return needsDetail ? leave(`\`${code}\` needs a detail`) : sentence !== undefined;
    }
    const before = this.#before.get(code);
    if (before !== undefined) return takeBefore(before, status, sentence);
    const message = sentence === undefined ? undefined : messageFor(sentence, status);
    if (message === undefined) return leave("it has no sentence for a code of its own");
    const known = this.#own.get(code);
    if (known === undefined) this.#own.set(code, accepted(this.#vendor, { code, status, message }));
    else if (known.status !== status) leave(otherStatus(code, known.status));
    return (known?.message ?? message) !== sentence;
  }
}

/** UTF-16 code units of a code that people can still read. */
const MAX_CODE = 80;

function takeBefore({ code, ...before }: KnownCode, status: number, sentence: string | undefined): boolean {
  if (before.status === undefined) return leave(`the status of \`${code}\` is not a number in the catalog`);
  if (before.status !== status) leave(otherStatus(code, before.status));
  if (before.hasDetail) leave(`\`${code}\` has a detail`);
  return sentence !== undefined && before.message !== sentence;
}

function otherStatus(code: string, status: number): string {
  return `\`${code}\` would also be the code of a ${status}`;
}

/** Returns the message of a code of its own: its sentence without unknown parts, or that of the status if this makes no sentence. */
function messageFor(sentence: string, status: number): string | undefined {
  return knownSentence(sentence) ?? (/\p{L}{2}/u.test(sentence) ? builtInMessage(status) : undefined);
}

function accepted(vendor: string, own: OwnCode): OwnCode {
  const { code, status, message } = own;
  if (code.length > MAX_CODE) leave("its code would be too long");
  try {
    createContract(defineCatalog({ vendor: vendor as "acme", codes: { [code]: { status, message } } as never }));
    return own;
  } catch (thrown) {
    return leave(`a catalog refuses \`${code}\`: ${(thrown as Error).message}`);
  }
}
