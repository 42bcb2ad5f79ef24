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
  /** A catalog with no codes but those of the contract and the built-in ones. */
  readonly #builtIn: AnyCatalog & { error(code: string): { readonly misuse?: string | undefined } };
  readonly #declared: ReadonlyMap<string, KnownCode>;
  readonly #added = new Map<string, OwnCode>();

  /**
   * @param declared The codes that the service's catalog has already.
   * @throws TypeError that says what is wrong with the prefix
   */
  constructor(vendor: string, declared: readonly KnownCode[] = []) {
    this.#vendor = vendor;
    this.#declared = new Map(declared.map((one) => [one.code, one]));
    this.#builtIn = defineCatalog({ vendor: vendor as "acme" }) as never;
  }

  /** The codes that the catalog needs in addition. */
  get added(): readonly OwnCode[] {
    return [...this.#added.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
  }

  /**
   * Adds the code of an error, unless the catalog has it.
   *
   * @returns The message that the catalog has for the code; `undefined` if the service did not write it, or its source does not show it.
   * @throws LeftToPerson
   */
  add({ code, status, sentence }: WantedError): string | undefined {
    if (this.#builtIn.definition(code) !== undefined) {
      if (this.#builtIn.error(code).misuse !== undefined) throw leave(`\`${code}\` needs a detail`);
      return undefined;
    }
    const declared = this.#declared.get(code);
    if (declared !== undefined) return messageOf(declared, status);
    const message = sentence === undefined ? undefined : messageFor(sentence, status);
    if (message === undefined) throw leave("it has no sentence for a code of its own");
    const same = this.#added.get(code);
    if (same === undefined) this.#added.set(code, accepted(this.#vendor, { code, status, message }));
    else if (same.status !== status) throw leave(otherStatus(code, same.status));
    return same?.message ?? message;
  }
}

/** UTF-16 code units of a code that people can still read. */
const MAX_CODE = 80;

/** @throws LeftToPerson if a declared code does not fit an error with this status */
function messageOf({ code, message, hasDetail, ...declared }: KnownCode, status: number): string | undefined {
  if (declared.status === undefined) throw leave(`the status of \`${code}\` is not a number in the catalog`);
  if (declared.status !== status) throw leave(otherStatus(code, declared.status));
  if (hasDetail) throw leave(`\`${code}\` has a detail`);
  return message;
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
  if (code.length > MAX_CODE) throw leave("its code would be too long");
  try {
    createContract(defineCatalog({ vendor: vendor as "acme", codes: { [code]: { status, message } } as never }));
    return own;
  } catch (thrown) {
    throw leave(`a catalog refuses \`${code}\`: ${(thrown as Error).message}`);
  }
}
