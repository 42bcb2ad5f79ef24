import { VERSION_HEADER, type Version } from "../versions/known.ts";
import { negotiate } from "../versions/negotiate.ts";
import { header, type RequestFacts } from "../wire.ts";
import type { Settings } from "./options.ts";

/** What a contract keeps of one request: decided once, the same for every verb. */
export interface Exchange {
  readonly version: Version;
  /** Whether the version that the request names is refused; `version` is then the one that says so. */
  readonly refused: boolean;
  readonly correlationId: string;
  /** Whether the contract applies to the request at all. */
  readonly covered: boolean;
  /** When the contract first heard of the request: milliseconds of the monotonic clock. */
  readonly startedAt: number;
}

const WELL_FORMED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; a trace id of zeros is invalid. */
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The exchanges of one contract, kept under the identity of each request's facts for as long as those live. */
export class Exchanges {
  readonly #known = new WeakMap<RequestFacts, Exchange>();
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  of(facts: RequestFacts): Exchange {
    const known = this.#known.get(facts);
    if (known !== undefined) return known;
    const exchange = {
      ...negotiate(header(facts, VERSION_HEADER.toLowerCase()), this.#settings),
      correlationId: correlationId(facts, this.#settings),
      covered: isCovered(facts, this.#settings),
      startedAt: performance.now(),
    };
    this.#known.set(facts, exchange);
    return exchange;
  }
}

function correlationId(facts: RequestFacts, { correlation }: Settings): string {
  const candidate = typeof correlation === "function" ? ownId(facts, correlation) : incomingId(facts);
  return typeof candidate === "string" && WELL_FORMED_ID.test(candidate) ? candidate : newId();
}

/** The runtime's own way to make an id. Some test environments have none, and a later patch must not reach it. */
const randomUUID: (() => string) | undefined = globalThis.crypto?.randomUUID?.bind(globalThis.crypto);

/** A new id: it has to be unlike others, and is no secret. */
export function newId(): string {
  try {
    if (randomUUID !== undefined) return randomUUID();
  } catch {
    // The same as where there is none.
  }
  return Array.from({ length: 4 }, () => Math.random().toString(16).slice(2, 10).padEnd(8, "0")).join("");
}

function ownId(facts: RequestFacts, correlation: (facts: RequestFacts) => string | undefined): string | undefined {
  try {
    return correlation(facts);
  } catch {
    return undefined;
  }
}

function incomingId(facts: RequestFacts): string | undefined {
  const id = header(facts, "x-request-id");
  if (id !== undefined && WELL_FORMED_ID.test(id)) return id;
  return TRACE_PARENT.exec(header(facts, "traceparent") ?? "")?.[1];
}

function isCovered(facts: RequestFacts, { when }: Settings): boolean {
  try {
    return Boolean(when(facts));
  } catch {
    return true;
  }
}
