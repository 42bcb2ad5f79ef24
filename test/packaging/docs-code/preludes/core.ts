/** What the examples for no framework take for granted. */
import { type Contract, defineCatalog, type RequestContext } from "@uhp-errors/core";

export {
  createContract,
  type ErrorReport,
  ensureFound,
  ensureMemoryAccess,
  printReports,
  type Recognizer,
  recognizeClass,
  serializeReport,
} from "@uhp-errors/core";
export { recognizeDatabaseErrors } from "@uhp-errors/core/databases";
export { retryAdvice } from "@uhp-errors/core/retry";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "It is refused." },
    acme_sold_out: { status: 409, message: "It is refused." },
    acme_email_taken: { status: 409, message: "It is refused." },
    acme_no_seat: { status: 409, message: "It is refused." },
  },
});
export declare const contract: Contract;
export declare const context: RequestContext;
export declare const caller: { readonly id: string };
export declare const id: string;
export declare const harnesses: { byId(id: string): Promise<{ readonly owner: string } | null> };
export declare const memory: object | undefined;
export declare const grants: ReadonlySet<string>;
export declare const error: unknown;
export declare const stream: { write(text: string): void; end(): void };
export declare function eventsOf(task: object): AsyncIterable<string>;
export declare const task: object;
export declare const responseObject: object;
export declare const nextSequenceNumber: number;
export declare const metrics: { count(report: unknown): void };
export declare const counter: { inc(labels: Readonly<Record<string, string>>): void };
export declare const logger: { log(entry: Readonly<Record<string, unknown>>): void };
export declare const log: Readonly<Record<"debug" | "info" | "error", (fields: object, message?: string) => void>>;
export declare const Stripe: { readonly errors: { readonly StripeError: new () => Error } };
export declare const price: {
  safeParse(value: unknown): { readonly success: true } | { readonly success: false; readonly error: Error };
};
export declare const response: Response;
export * as diagnostics_channel from "node:diagnostics_channel";
export declare class AppError extends Error {
  readonly statusCode: number;
  readonly row: number;
}
