import type { Version } from "../versions/known.ts";
import type { DetailShape } from "./detail.ts";
import type { DetailFields } from "./kinds.ts";
import type { RetryRule } from "./retry-rules.ts";
import { isSchema } from "./standard-schema.ts";

/** The six classes of error and the HTTP statuses each travels with. A `harness_error` lives inside a 200. */
export const ERROR_TYPES = {
  invalid_request_error: { statuses: [400, 404, 409, 413, 422] },
  authentication_error: { statuses: [401] },
  permission_error: { statuses: [403] },
  rate_limit_error: { statuses: [429] },
  harness_error: { statuses: [200] },
  server_error: { statuses: [500, 502, 503, 504] },
} as const satisfies Readonly<Record<string, { readonly statuses: readonly number[] }>>;

/** Broad class of an error: what a client falls back to when it does not know the code. */
export type ErrorType = keyof typeof ERROR_TYPES;

/** Where an error may appear: as the answer to a request, or inside the 200 response object of a task. */
export type Place = "request" | "failed_task" | "cancelled_task";

/** What a definition says to people. Code that only computes with codes, such as a client, need not load it. */
interface DefinitionTexts {
  /** Sent when the thrower gives no text, so it must be safe to show to a stranger: one sentence. */
  readonly message: string;
  /** Guidance: the condition under which a service uses the code. */
  readonly when: string;
}

/** What every definition states beside its type, its status and its texts. */
interface DefinitionFacts {
  /** The oldest protocol version that has the code. */
  readonly since: Version;
  /** When a client may send the same request again. */
  readonly retry: RetryRule;
  /** Present where the specification or the vendor names fields of the detail. */
  readonly detail?: DetailShape | undefined;
  /** Whether `detail.correlation_id` is added, since the cause is withheld. */
  readonly correlated?: boolean | undefined;
}

type Requestable = Exclude<ErrorType, "harness_error">;

/** `preview_unavailable` is a 501, which no type lists; it counts as a `server_error` that no retry will help. */
type UnlistedStatus<T extends ErrorType> = T extends "server_error" ? 501 : never;

type StatusOf<T extends ErrorType> = (typeof ERROR_TYPES)[T]["statuses"][number] | UnlistedStatus<T>;

/** The contract names its detail fields as data, so that its codes need no schemas. */
interface OfContract extends DefinitionFacts {
  readonly detail?: DetailFields;
}

/** A definition whose error answers a request. A pair of statuses lets the thrower choose; the first is the default. */
type RequestDefinition = {
  [T in Requestable]: OfContract & {
    readonly where: "request";
    readonly type: T;
    readonly status: StatusOf<T> | readonly [StatusOf<T>, StatusOf<T>];
  };
}[Requestable];

/** A definition whose error only appears inside a 200 response object. */
interface TaskDefinition extends OfContract {
  readonly where: "failed_task" | "cancelled_task";
  readonly type: "harness_error";
  readonly status: 200;
}

/** The facts of codes of the contract. The compiler refuses a status that does not fit the type. */
export type ContractFacts = Readonly<Record<string, RequestDefinition | TaskDefinition>>;

/** The texts of the same codes, none left out. */
export type ContractTexts<Facts> = { readonly [Code in keyof Facts]: DefinitionTexts };

/** What programs need of a definition as a catalog holds it, a vendor's own included: any 4xx or 5xx status. */
export interface CodeFacts extends DefinitionFacts {
  readonly where: Place;
  readonly type: ErrorType;
  readonly status: number | readonly [number, number];
}

/** Any definition as a catalog holds it: its facts and its texts. */
export interface CodeDefinition extends CodeFacts, DefinitionTexts {}

/** The status a code is sent with when the thrower does not choose. */
export function defaultStatus(definition: Pick<CodeDefinition, "status">): number {
  return typeof definition.status === "number" ? definition.status : definition.status[0];
}

/**
 * Completes a definition and freezes it, with the values in it that are not a vendor's schema. What it leaves out is said outright: an
 * absent field is read from `Object.prototype`, whatever that was given.
 */
export function frozenDefinition<const Definition extends object>(definition: Definition): Readonly<Definition> {
  const complete: {
    readonly status?: unknown;
    readonly detail?: DetailShape | undefined;
    readonly correlated?: unknown;
  } = {
    detail: undefined,
    correlated: undefined,
    ...definition,
  };
  if (!isSchema(complete.detail)) Object.freeze(complete.detail);
  Object.freeze(complete.status);
  return Object.freeze(complete) as Readonly<Definition>;
}

/** Completes a table's definitions and freezes it with them, so that no importer changes it for all. */
export function frozenDefinitions<const Definitions extends Readonly<Record<string, object>>>(
  definitions: Definitions,
): Readonly<Definitions> {
  const complete = Object.entries(definitions).map(
    ([name, definition]) => [name, frozenDefinition(definition)] as const,
  );
  return Object.freeze(Object.fromEntries(complete)) as Readonly<Definitions>;
}

/** Status and texts come first, and the whole has no name, because editors show the beginning of a type and cut off the rest. */
type Told<Facts, Texts> = Facts extends { readonly status: infer Status }
  ? Texts extends unknown
    ? { readonly [Key in keyof ({ readonly status: Status } & Texts & Facts)]: (Texts & Facts)[Key] }
    : never
  : never;

/** Completes a table's facts by their texts. */
export function withTexts<Facts extends object, Texts extends { readonly [Code in keyof Facts]: object }>(
  facts: Facts,
  texts: Texts,
): { readonly [Code in keyof Facts]: Told<Facts[Code], Texts[Code]> } {
  const told = Object.entries<{ readonly status?: unknown }>(facts as Readonly<Record<string, object>>).map(
    ([code, fact]) => [code, { status: fact.status, ...texts[code as keyof Facts], ...fact }],
  );
  return frozenDefinitions(Object.fromEntries(told)) as {
    readonly [Code in keyof Facts]: Told<Facts[Code], Texts[Code]>;
  };
}
