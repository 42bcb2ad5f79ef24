import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { BuiltInCode } from "../catalog/built-in-codes.ts";
import { type CodeDefinition, isContractCode, RETRY_RULES } from "../codes/index.ts";
import type { WaitsFor } from "../codes/retry-rules.ts";
import { EnvelopeWriter } from "../errors/envelope-writer.ts";
import { codeForVersion } from "../versions/code-name.ts";
import type { Version } from "../versions/known.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** The facts that all responses with one code in one version share. */
export interface CodeFacts {
  readonly definition: CodeDefinition;
  /** The code as the client sees it. */
  readonly code: string;
  readonly envelope: EnvelopeWriter;
  /** The value of `WWW-Authenticate` that the code itself requires. */
  readonly challenge: string | undefined;
  /** The kind of wait that the headers state. */
  readonly statedWait: StatedWait;
}

type StatedWait = "a time" | "an estimate" | "another service's time" | undefined;

/** The kind of wait that the headers state, by what a retry waits for. The compiler requires an entry for each new kind. */
const STATES: Readonly<Record<NonNullable<WaitsFor> | "nothing", StatedWait>> = {
  retry_after: "a time",
  session: "an estimate",
  backoff: undefined,
  caller: undefined,
  nothing: undefined,
};

/** The facts of a catalog's codes, made when a code is first used in a response. */
export class FactsOfCodes {
  readonly #catalog: AnyCatalog;
  readonly #deprecatedDetail: boolean;
  /** Holds only codes of the contract and those that the catalog lists, so it does not grow with the thrown errors. */
  readonly #known = new Map<Version, Map<string, CodeFacts>>();

  constructor(catalog: AnyCatalog, deprecatedDetail: boolean) {
    this.#catalog = catalog;
    this.#deprecatedDetail = deprecatedDetail;
  }

  of({ code, definition }: ResolvedError, version: Version): CodeFacts {
    let ofVersion = this.#known.get(version);
    if (ofVersion === undefined) {
      ofVersion = new Map();
      this.#known.set(version, ofVersion);
    }
    const known = ofVersion.get(code);
    if (known !== undefined && known.definition === definition) return known;
    const facts = this.#make(code, definition, version);
    const isListed = isContractCode(code) || Object.hasOwn(this.#catalog.codes, code);
    if (isListed && Object.isFrozen(definition)) ofVersion.set(code, facts);
    return facts;
  }

  #make(code: string, definition: CodeDefinition, version: Version): CodeFacts {
    const shown = codeForVersion(code, definition.since, version, this.#catalog.vendor);
    return {
      definition,
      code: shown,
      envelope: new EnvelopeWriter(definition.type, shown, definition.message, this.#deprecatedDetail),
      challenge: challengeOf(code, definition),
      statedWait: isBuiltIn(code, UPSTREAM)
        ? "another service's time"
        : STATES[RETRY_RULES[definition.retry].waitsFor ?? "nothing"],
    };
  }
}

/** The built-in code for a failure of another service. */
const UPSTREAM: BuiltInCode = "upstream_error";

/** Whether a code is a built-in code with a vendor's prefix, which has no underscore. */
function isBuiltIn(code: string, name: BuiltInCode): boolean {
  return code.slice(code.indexOf("_") + 1) === name;
}

/** RFC 6750, section 3. A 401 names only the scheme, so that it reveals nothing about the token. */
function challengeOf(code: string, { type }: CodeDefinition): string | undefined {
  if (!isContractCode(code)) return undefined;
  if (type === "authentication_error") return "Bearer";
  return code === "insufficient_scope" ? 'Bearer error="insufficient_scope"' : undefined;
}
