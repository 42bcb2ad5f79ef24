import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { helpLink } from "../catalog/docs-url.ts";
import { type CodeDefinition, isContractCode } from "../codes/index.ts";
import { EnvelopeWriter } from "../errors/envelope-writer.ts";
import { type ErrorHeader, isOptionalHeader, type StatedWait, statedWait } from "../http/error-headers.ts";
import { codeForVersion } from "../versions/code-name.ts";
import type { Version } from "../versions/known.ts";
import type { Settings } from "./contract-options.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** The facts that all responses with one code and status in one version share. */
export interface CodeFacts {
  readonly definition: CodeDefinition;
  readonly status: number;
  /** The code as the client sees it. */
  readonly code: string;
  readonly envelope: EnvelopeWriter;
  /** The value of `WWW-Authenticate` that the code itself requires. */
  readonly challenge: string | undefined;
  readonly statedWait: StatedWait;
  /** The headers that these responses may have. */
  readonly headers: readonly ErrorHeader[];
  /** The values of the headers that the service has opted for; `undefined` if there are none. */
  readonly optional: Readonly<Record<string, string>> | undefined;
}

/** The settings that the facts depend on. */
type FactSettings = Pick<Settings, "deprecatedDetail" | "errorHeaders" | "ends">;

/** The facts of a catalog's codes, made when a code is first used in a response. */
export class FactsOfCodes {
  readonly #catalog: AnyCatalog;
  readonly #settings: FactSettings;
  /** Holds only codes of the contract and those that the catalog lists, so it does not grow with the thrown errors. */
  readonly #known = new Map<Version, Map<string, CodeFacts>>();

  constructor(catalog: AnyCatalog, settings: FactSettings) {
    this.#catalog = catalog;
    this.#settings = settings;
  }

  of(resolved: ResolvedError, version: Version): CodeFacts {
    const { code, definition, status } = resolved;
    let ofVersion = this.#known.get(version);
    if (ofVersion === undefined) {
      ofVersion = new Map();
      this.#known.set(version, ofVersion);
    }
    const known = ofVersion.get(code);
    if (known !== undefined && known.definition === definition && known.status === status) return known;
    const isInCatalog = Object.hasOwn(this.#catalog.codes, code);
    const facts = this.#make(resolved, version, isInCatalog);
    if ((isInCatalog || isContractCode(code)) && Object.isFrozen(definition)) ofVersion.set(code, facts);
    return facts;
  }

  #make({ code, definition, status }: ResolvedError, version: Version, hasPage: boolean): CodeFacts {
    const kind = { code, status, retry: definition.retry };
    const { deprecatedDetail, errorHeaders, ends } = this.#settings;
    const { vendor, docsUrl } = this.#catalog;
    const shown = codeForVersion(code, definition.since, version, vendor);
    // The page is that of the code on the wire. A client of an older version has never heard of the other name.
    const link = hasPage ? helpLink(docsUrl, shown) : undefined;
    const optional = { ...ends?.get(version), ...(link && { Link: link }) };
    return {
      definition,
      status,
      code: shown,
      envelope: new EnvelopeWriter(definition.type, shown, definition.message, deprecatedDetail),
      challenge: challengeOf(code, definition),
      statedWait: statedWait(kind),
      headers: errorHeaders.filter(
        ({ name, when }) => when(kind) && (Object.hasOwn(optional, name) || !isOptionalHeader(name)),
      ),
      optional: Object.keys(optional).length > 0 ? optional : undefined,
    };
  }
}

/** RFC 6750, section 3. A 401 names only the scheme, so that it reveals nothing about the token. */
function challengeOf(code: string, { type }: CodeDefinition): string | undefined {
  if (!isContractCode(code)) return undefined;
  if (type === "authentication_error") return "Bearer";
  return code === "insufficient_scope" ? 'Bearer error="insufficient_scope"' : undefined;
}
