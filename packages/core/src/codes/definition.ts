import type { Version } from "../versions/known.ts";
import type { DetailSchema, DetailShape } from "./detail.ts";
import type { DetailFields } from "./kinds.ts";
import type { RetryRule } from "./retry-rules.ts";
import { isSchema } from "./standard-schema.ts";
import { type RetryOfStatus, retryOfStatus, type TypeOfStatus, typeOfStatus } from "./status.ts";

/** The six types of error and the HTTP statuses that each is sent with. A `harness_error` appears inside a 200. */
export const ERROR_TYPES = {
  invalid_request_error: { statuses: [400, 404, 409, 413, 422] },
  authentication_error: { statuses: [401] },
  permission_error: { statuses: [403] },
  rate_limit_error: { statuses: [429] },
  harness_error: { statuses: [200] },
  server_error: { statuses: [500, 502, 503, 504] },
} as const satisfies Readonly<Record<string, { readonly statuses: readonly number[] }>>;

/** Broad class of an error. A client falls back to it if it does not know the code. */
export type ErrorType = keyof typeof ERROR_TYPES;

/** Where an error may appear: in the response to a request, or inside the 200 response object of a task. */
export type ErrorPlace = "request" | "failed_task" | "cancelled_task";

/** The texts of a definition, for people. Programs that only compute with codes, such as a client, do not need to load them. */
export interface DefinitionTexts {
  /** The default message: one sentence that is safe to show to a stranger. */
  readonly message: string;
  /** Guidance: the condition under which a service uses the code. */
  readonly when: string;
}

/** The facts that every definition states in addition to its type, status, and texts. */
export interface DefinitionFacts {
  /** The oldest protocol version that has the code. */
  readonly since: Version;
  /** When a client may send the same request again. */
  readonly retry: RetryRule;
  /** Present if the specification or the vendor names fields of the detail. */
  readonly detail?: DetailShape | undefined;
  /** Present if the vendor names fields of the context, which only operators see. */
  readonly context?: DetailSchema | undefined;
  /** Whether `detail.correlation_id` is added because the cause is withheld. */
  readonly correlated?: boolean | undefined;
}

/** The statuses of the types, and that of `preview_unavailable`: a 501, which no type lists. */
type ContractStatus = (typeof ERROR_TYPES)[ErrorType]["statuses"][number] | 501;

/** What a row of the contract's codes states. All else follows from the status, and from the version of its group. */
interface Row {
  /** Given two statuses, the throwing code chooses; the first is the default. */
  readonly status: ContractStatus | readonly [ContractStatus, ContractStatus];
  readonly where?: "cancelled_task";
  readonly retry?: RetryRule;
  /** The contract lists its detail fields as data, so its codes need no schemas. */
  readonly detail?: DetailFields;
}

type Rows = Readonly<Record<string, Row>>;

type StatusIn<Status> = Status extends readonly (infer One extends number)[] ? One : Status & number;

type FactsOf<Stated extends Row, Since, Status extends number = StatusIn<Stated["status"]>> = {
  readonly status: Stated["status"];
  readonly type: TypeOfStatus<Status>;
  readonly where: Stated extends { readonly where: infer Where }
    ? Where
    : Status extends 200
      ? "failed_task"
      : "request";
  readonly since: Since;
  readonly retry: Stated extends { readonly retry: infer Rule } ? Rule : RetryOfStatus<Status>;
} & (Stated extends { readonly detail: infer Detail } ? { readonly detail: Detail } : unknown);

/** Makes the facts of a group's codes, which all exist since the same version. */
export function factsSince<const Since extends Version, const Table extends Rows>(
  since: Since,
  rows: Table,
): { readonly [Code in keyof Table]: FactsOf<Table[Code], Since> } {
  const facts = Object.entries<Row>(rows).map(([code, { status, ...stated }]) => {
    const first = typeof status === "number" ? status : status[0];
    const where = first === 200 ? "failed_task" : "request";
    return [code, { status, type: typeOfStatus(first), where, since, retry: retryOfStatus(first), ...stated }];
  });
  return Object.fromEntries(facts) as { readonly [Code in keyof Table]: FactsOf<Table[Code], Since> };
}

/** The texts of the same codes, for every one of them. */
export type ContractTexts<Facts> = { readonly [Code in keyof Facts]: DefinitionTexts };

/** The facts of any definition in a catalog, including a vendor's own, which may have any 4xx or 5xx status. */
export interface CodeFacts extends DefinitionFacts {
  readonly where: ErrorPlace;
  readonly type: ErrorType;
  readonly status: number | readonly [number, number];
}

/** Any definition in a catalog: its facts and its texts. */
export interface CodeDefinition extends CodeFacts, DefinitionTexts {}

/** Returns the status that a code is sent with if the throwing code chooses none. */
export function defaultStatus(definition: Pick<CodeDefinition, "status">): number {
  return typeof definition.status === "number" ? definition.status : definition.status[0];
}

/**
 * Completes and freezes a definition and its values, except for a vendor's schema. Missing fields are set to `undefined`, because reading
 * an absent field could return a value from a polluted `Object.prototype`.
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

/** The type that a definition promises: its exact facts, but not its exact texts, which may be improved in any release. */
type Promised<Definition> = {
  readonly [Key in keyof Definition]: Key extends keyof DefinitionTexts ? string : Definition[Key];
};

/** Completes and freezes a table and its definitions, so that no importer can change it for others. */
export function frozenDefinitions<const Definitions extends Readonly<Record<string, object>>>(
  definitions: Definitions,
): { readonly [Code in keyof Definitions]: Promised<Definitions[Code]> } {
  const complete = Object.entries(definitions).map(
    ([name, definition]) => [name, frozenDefinition(definition)] as const,
  );
  return Object.freeze(Object.fromEntries(complete)) as {
    readonly [Code in keyof Definitions]: Promised<Definitions[Code]>;
  };
}

/** Status and texts come first, and the type is inlined, because editors show the beginning of a type and cut off the rest. */
type WithTexts<Facts> = Facts extends { readonly status: infer Status }
  ? { readonly [Key in keyof ({ readonly status: Status } & DefinitionTexts & Facts)]: (DefinitionTexts & Facts)[Key] }
  : never;

/** Adds the texts to a table of facts. */
export function withTexts<Facts extends object>(
  facts: Facts,
  texts: ContractTexts<Facts>,
): { readonly [Code in keyof Facts]: WithTexts<Facts[Code]> } {
  const entries = Object.entries<{ readonly status?: unknown }>(facts as Readonly<Record<string, object>>).map(
    ([code, fact]) => [code, { status: fact.status, ...texts[code as keyof Facts], ...fact }],
  );
  return frozenDefinitions(Object.fromEntries(entries)) as { readonly [Code in keyof Facts]: WithTexts<Facts[Code]> };
}
