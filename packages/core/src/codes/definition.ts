import type * as z from "zod";
import type { Version } from "../versions/known.ts";
import type { RetryRule } from "./retry-rules.ts";

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

/** The shape of an error's `detail`: JSON values only, since it describes what is on the wire. */
export type DetailSchema = z.ZodObject;

/** What every row states beside its type and status. A row states facts; nothing in it computes. */
interface DefinitionFacts {
  /** The oldest protocol version that has the code. */
  readonly since: Version;
  readonly retry: RetryRule;
  /** Sent when the thrower gives no text, so it must be safe to show to a stranger: one sentence. */
  readonly message: string;
  /** Present where the contract or the vendor names detail fields. */
  readonly detail?: DetailSchema | undefined;
  /** Guidance: the condition under which a service uses the code. */
  readonly when: string;
  /** Whether `detail.correlation_id` is added, since the cause is withheld. */
  readonly correlated?: boolean | undefined;
}

type Requestable = Exclude<ErrorType, "harness_error">;

/** `preview_unavailable` is a 501, which no type lists; it counts as a `server_error` that no retry will help. */
type UnlistedStatus<T extends ErrorType> = T extends "server_error" ? 501 : never;

type StatusOf<T extends ErrorType> = (typeof ERROR_TYPES)[T]["statuses"][number] | UnlistedStatus<T>;

/** A row whose error answers a request. A pair of statuses lets the thrower choose; the first is the default. */
type RequestDefinition = {
  [T in Requestable]: DefinitionFacts & {
    readonly where: "request";
    readonly type: T;
    readonly status: StatusOf<T> | readonly [StatusOf<T>, StatusOf<T>];
  };
}[Requestable];

/** A row whose error only ever stands inside a 200 response object. */
interface TaskDefinition extends DefinitionFacts {
  readonly where: "failed_task" | "cancelled_task";
  readonly type: "harness_error";
  readonly status: 200;
}

/** One code of the contract. The compiler refuses a status that does not fit the type. */
export type ContractDefinition = RequestDefinition | TaskDefinition;

/** A table of contract codes. */
export type ContractDefinitions = Readonly<Record<string, ContractDefinition>>;

/** Any row as a catalog holds it, a vendor's own included: same facts, any 4xx or 5xx status. */
export interface CodeDefinition extends DefinitionFacts {
  readonly where: Place;
  readonly type: ErrorType;
  readonly status: number | readonly [number, number];
}

/** The status a row is sent with when the thrower does not choose. */
export function defaultStatus(definition: Pick<CodeDefinition, "status">): number {
  return typeof definition.status === "number" ? definition.status : definition.status[0];
}

/** What a row may leave out, said outright: an absent field is read from `Object.prototype`, whatever that was given. */
const NO_EXTRAS = { detail: undefined, correlated: undefined };

/** Completes a row and freezes it. */
export function frozenDefinition<const Row extends object>(definition: Row): Readonly<Row> {
  return Object.freeze({ ...NO_EXTRAS, ...definition });
}

/** Completes a table's rows and freezes it with them, so that nobody who imports it changes it for all. */
export function frozenDefinitions<const Definitions extends Readonly<Record<string, object>>>(
  definitions: Definitions,
): Readonly<Definitions> {
  const complete = Object.entries(definitions).map(
    ([name, definition]) => [name, frozenDefinition(definition)] as const,
  );
  return Object.freeze(Object.fromEntries(complete)) as Readonly<Definitions>;
}
