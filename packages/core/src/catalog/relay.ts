import { CODES, type CodeDefinition, isContractCode } from "../codes/index.ts";
import { upstreamError } from "../errors/client-error.ts";
import { type ContractError, createContractError } from "../errors/contract-error.ts";
import { copyDetail } from "../errors/detail.ts";
import { isRecord, ownFields, peek, peekString } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import { VERSIONS } from "../versions/known.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { declaredDetail } from "./declared-detail.ts";
import { checkDetail } from "./detail-check.ts";
import { type Caller, type CatalogFacts, errorParts, misusedError } from "./error-parts.ts";
import { NEVER_RELAYED } from "./relay-rules.ts";

/** What replaces a code of the other service. */
interface Pair {
  readonly source: CodeDefinition;
  /** The code of this catalog. */
  readonly own: string;
  readonly target: CodeDefinition;
}

/** The pairs by the code of the other service. */
type Checked = ReadonlyMap<string, Pair>;

export function relayOf(catalog: CatalogFacts) {
  const relay = (error: unknown, rules: unknown): unknown => {
    let checked: Checked;
    try {
      checked = checkRules(catalog, rules);
    } catch (mistake) {
      const misuse = peekString(mistake, "message") ?? "relay: the rules cannot be read";
      return misusedError(catalog, misuse, error, undefined, relay);
    }
    return relayed(catalog, checked, error, relay) ?? error;
  };
  const relayer = (rules: unknown) => {
    const checked = checkRules(catalog, rules);
    const relay = (error: unknown): unknown => relayed(catalog, checked, error, relay) ?? error;
    return relay;
  };
  return { relay, relayer };
}

/** Returns this catalog's error for the other service's; `undefined` if the rules do not name it, or if it contradicts its definition. */
function relayed(catalog: CatalogFacts, rules: Checked, cause: unknown, caller: Caller): ContractError | undefined {
  const upstream = upstreamError(cause);
  if (upstream === undefined) return undefined;
  const { type, status, facts } = upstream;
  const pair = rules.get(namedAsNew(upstream.code));
  if (pair === undefined || !agrees(pair.source, type, status)) return undefined;
  const { own, target } = pair;
  const isOffered = Array.isArray(target.status) && target.status.includes(status);
  const init = {
    detail: declaredDetail(target.detail, copyDetail(upstream.detail) ?? null),
    retryAfter: toSeconds(upstream.retryAfter),
    cause,
    ...(isOffered ? { status } : {}),
  };
  const parts = errorParts(own, target, init, false);
  // Without a fitting detail, a client would have nothing to act on.
  if (parts.refused !== undefined || parts.misuse !== undefined) return undefined;
  return createContractError({ ...parts, relayed: facts }, catalog.captureStackTraces, caller);
}

/** Whether a response fits the definition of its code. If not, it does not come from the service that the rules are for. */
function agrees(definition: CodeDefinition, type: string, status: number): boolean {
  return definition.type === type && [definition.status].flat().includes(status);
}

/**
 * Returns the name of a code in the newest version. A service that answers in an older version prefixes newer codes, such as
 * `globex_environment_busy`. No vendor can declare such a name.
 */
function namedAsNew(code: string): string {
  const name = code.slice(code.indexOf("_") + 1);
  return isContractCode(name) && CODES[name].since !== VERSIONS[0] ? name : code;
}

interface LooseRules {
  readonly from?: AnyCatalog | undefined;
  readonly pass?: readonly unknown[] | undefined;
  readonly as?: Readonly<Record<string, unknown>> | undefined;
}

/** @throws TypeError that names the code and the rule it breaks. */
function checkRules(catalog: CatalogFacts, rules: unknown): Checked {
  if (!isRecord(rules)) throw new TypeError("relay: expected { from, pass, as }");
  const { from = catalog, pass = [], as = {}, ...rest } = ownFields(rules as LooseRules);
  const extra = Object.keys(rest);
  if (extra.length > 0) throw new TypeError(`relay: unknown ${extra.join(", ")}; rules have from, pass and as`);
  if (typeof peek(from, "definition") !== "function") throw new TypeError("relay: from: expected a catalog");
  if (!Array.isArray(pass)) throw new TypeError("relay: pass: expected a list of codes");
  if (!isRecord(as)) throw new TypeError("relay: as: expected an object of codes");
  const pairs = new Map<string, Pair>();
  const passed = Array.from(pass, (code): [string, unknown] => [code, code]);
  for (const [code, own] of [...passed, ...Object.entries(as)]) {
    if (typeof own !== "string") throw new TypeError("relay: a code is a string");
    if (pairs.has(code)) throw new TypeError(`relay: "${code}" is named twice`);
    const source = relayable(code, from, from === catalog ? "shared" : "other");
    const target = relayable(own, catalog, "own");
    assertPair(code, { source, own, target });
    pairs.set(code, { source, own, target });
  }
  return pairs;
}

/** @throws TypeError if the replacing code requires a detail, but the code that it replaces has none. */
function assertPair(code: string, { source, own, target }: Pair): void {
  if (source.detail !== undefined || checkDetail(own, target, null).misuse === undefined) return;
  throw new TypeError(`relay: "${own}" demands a detail, of which "${code}" has none`);
}

/**
 * What to do about an unknown code, by the catalog it is looked up in. A code of the other service may be a task code: such a failure can
 * make a request fail, and a different code replaces it.
 */
const UNKNOWN_IN = {
  own: "is no code of this catalog; under as, name the code of it that stands for the other service's",
  other: "is no code of the catalog that is given as from",
  shared: "is no code of the catalog; the other service's catalog is given as from",
} as const;

type Whose = keyof typeof UNKNOWN_IN;

/**
 * Returns the definition of a code that may be relayed.
 *
 * @throws TypeError that names the code and why it cannot be relayed.
 */
function relayable(code: string, catalog: AnyCatalog, whose: Whose): CodeDefinition {
  const definition = catalog.definition(code);
  const rule = brokenRule(code, definition, whose);
  if (definition === undefined || rule !== undefined) throw new TypeError(`relay: "${code}" ${rule}`);
  return definition;
}

function brokenRule(code: string, definition: CodeDefinition | undefined, whose: Whose): string | undefined {
  const newer = namedAsNew(code);
  if (newer !== code) return `is how older clients see "${newer}"; name that`;
  if (definition === undefined) return UNKNOWN_IN[whose];
  if (definition.type === "authentication_error" || (NEVER_RELAYED as readonly string[]).includes(code)) {
    return "speaks of the request that this service sent, so its caller must not get it";
  }
  if (definition.correlated) return "is an internal error, of which nothing is told";
  return definition.where === "request" || whose !== "own" ? undefined : "belongs inside the response of a task";
}
