import type { AnyCatalog, JsonObject, Operation } from "@uhp-errors/core";
import type { DetailValue, OperationCodes, RequestCode } from "@uhp-errors/core/internal";
import type { Hono } from "hono";
import type { ExtractSchema, Schema } from "hono/types";
import type {
  ClientErrorStatusCode,
  ContentfulStatusCode,
  ServerErrorStatusCode,
  StatusCode,
  SuccessStatusCode,
  UnofficialStatusCode,
} from "hono/utils/http-status";

/**
 * The type of an app for Hono's client `hc`, with the errors of each route: those of the operation that has its method and path, or else all
 * of the catalog. Names of parameters may differ. Error responses that handlers write themselves are left out, because
 * the contract replaces them.
 *
 * @example
 * export type AppType = AppWithErrors<typeof app, typeof acme, typeof payOrder | typeof getOrder>;
 */
export type AppWithErrors<App, Given extends AnyCatalog, Declared extends Operation = never> =
  App extends Hono<infer Env, infer _Routes, infer BasePath>
    ? RoutesWithErrors<ExtractSchema<App>, Given, Declared> extends infer Result extends Schema
      ? Hono<Env, Result, BasePath>
      : never
    : never;

type RoutesWithErrors<Routes, Given extends AnyCatalog, Declared extends Operation> = {
  [Path in keyof Routes]: {
    [Method in keyof Routes[Path]]: Routes[Path][Method] extends { readonly outputFormat: "ws" }
      ? Routes[Path][Method]
      :
          | Success<Routes[Path][Method]>
          | Failure<InputOf<Routes[Path][Method]>, CodesOfRoute<Given, OperationAt<Declared, Method, Path>>>;
  };
};

type InputOf<Route> = Route extends { readonly input: infer Input } ? Input : never;

/** The responses of a route that are not errors. A response whose status the compiler does not know is a success. */
type Success<Route> = Route extends { readonly status: infer Status }
  ? [ContentfulStatusCode] extends [Status]
    ? WithStatus<Route, Status & SuccessStatusCode>
    : WithStatus<Route, Exclude<Status, ClientErrorStatusCode | ServerErrorStatusCode>>
  : never;

type WithStatus<Route, Status> = [Status] extends [never] ? never : Omit<Route, "status"> & { status: Status };

/** One response for each status of these codes. */
type Failure<Input, Codes> =
  ErrorsByStatus<Codes, RequestCode<Codes>> extends infer Errors
    ? {
        [Status in keyof Errors]: {
          input: Input;
          output: { error: Errors[Status] };
          outputFormat: "json";
          status: Status;
        };
      }[keyof Errors]
    : never;

/** If several codes have one status, the compiler makes a union of their errors. */
type ErrorsByStatus<Codes, Where extends keyof Codes> = {
  [Code in Where as StatusOf<Codes[Code]>]: ErrorWith<Code, Codes[Code]>;
};

/** The status, or statuses, of a code. Hono has one type for all that it does not know. */
type StatusOf<Definition> = Definition extends { readonly status: infer Status }
  ? (Status extends readonly (infer One)[] ? One : Status) extends infer One
    ? One extends StatusCode
      ? One
      : UnofficialStatusCode
    : never
  : never;

interface ErrorWith<Code, Definition> {
  readonly type: Definition extends { readonly type: infer Type } ? Type : never;
  readonly code: Code;
  readonly message: string;
  readonly param: string | null;
  readonly detail:
    | (Definition extends { readonly detail: infer Shape } ? DetailValue<Shape, "output"> : JsonObject)
    | null;
}

type CodesOfRoute<Given extends AnyCatalog, Declared extends Operation> = [Declared] extends [never]
  ? Given["codes"]
  : OperationCodes<Given, Declared>;

/** The operation that has the method and the path of a route. */
type OperationAt<Declared extends Operation, Method, Path> = Declared extends Operation
  ? [`$${Lowercase<Declared["method"]>}`, Pattern<Declared["path"]>] extends [Method, Pattern<Path>]
    ? Declared
    : never
  : never;

/** A path without the names of its parameters. */
type Pattern<Path> = Path extends `${infer Segment}/${infer Rest}`
  ? `${Nameless<Segment>}/${Pattern<Rest>}`
  : Nameless<Path>;

type Nameless<Segment> = Segment extends `:${string}` | `{${string}}` ? ":" : Segment & string;
