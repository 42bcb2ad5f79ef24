import type { CatalogRows } from "./catalog/catalog.ts";
import { isContractError } from "./contract-error.ts";
import { type Fault, faultOfMeaning, faultOfOurs, internalFault, withheldText } from "./fault.ts";
import { type Circumstances, type OwnMeaning, type OwnProducer, PRODUCERS } from "./foreign/index.ts";
import { peek, peekString } from "./sanitize/peek.ts";

/**
 * The one door: ours, then recognized, then unknown. Never throws.
 *
 * @param own Producers of the service's, tried before the built-in ones.
 * @param inTask Whether a task that runs may have thrown it, so that codes which only stand inside a response count too.
 */
export function faultOf(
  thrown: unknown,
  catalog: CatalogRows,
  circumstances: Circumstances,
  own: readonly OwnProducer[] = [],
  inTask = false,
): Fault {
  if (isContractError(thrown)) return faultOfOurs(thrown, catalog, circumstances.sanitizer, inTask);
  for (const producer of own) {
    const fault = faultOfOwnProducer(producer, thrown, catalog, circumstances);
    if (fault !== undefined) return fault;
  }
  for (const producer of PRODUCERS) {
    const meaning = producer.recognize(thrown, circumstances);
    if (meaning === undefined) continue;
    const facts = { producer: producer.name, withheld: withheldText(thrown) };
    return meaning === "aborted"
      ? internalFault(catalog, { ...facts, aborted: true })
      : faultOfMeaning(meaning, catalog, facts);
  }
  return internalFault(catalog, { origin: "unknown", withheld: withheldText(thrown) });
}

/** What a producer of the service's makes of a value, checked as an error of the catalog's is. */
function faultOfOwnProducer(
  producer: OwnProducer,
  thrown: unknown,
  catalog: CatalogRows,
  circumstances: Circumstances,
): Fault | undefined {
  const facts = { producer: producer.name, taught: true, withheld: withheldText(thrown) };
  const wrong = (what: string): Fault =>
    internalFault(catalog, { ...facts, problem: `the producer "${producer.name}" ${what}` });
  let meaning: OwnMeaning | "aborted" | undefined;
  try {
    meaning = producer.recognize(thrown, circumstances);
  } catch {
    return wrong("threw while it looked");
  }
  if (!meaning) return undefined;
  if (meaning === "aborted") return internalFault(catalog, { ...facts, aborted: true });
  const given = peekString(meaning, "code");
  if (given === undefined) {
    // What an asynchronous function rejects with must not end the process.
    Promise.resolve(meaning).catch(() => {});
    return wrong("gave no meaning, which has a code; it must not be asynchronous");
  }
  const code = catalog.row(given) === undefined ? `${catalog.vendor}_${given}` : given;
  const row = catalog.row(code);
  const said = {
    code,
    // What happened inside, or to another service, is for the operator alone.
    message: (row?.correlated ? undefined : peekString(meaning, "message")) ?? row?.message,
    detail: peek(meaning, "detail"),
    param: peek(meaning, "param"),
    retryAfter: peek(meaning, "retryAfter"),
  };
  const fault = faultOfOurs(said, catalog, circumstances.sanitizer);
  const withheld = facts.withheld.filter(({ text }) => text !== fault.message);
  return { ...fault, ...facts, withheld, origin: "recognized" };
}
