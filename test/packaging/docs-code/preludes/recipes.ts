/** What the recipes take for granted. */
import type { Contract } from "@uhp-errors/core";

export { type CustomMapping, recognizeClass } from "@uhp-errors/core";
export { type FetchHandler, uhp } from "@uhp-errors/web";
export {
  Elysia,
  Hono,
  handle,
  InvalidCookieSignature,
  NotFoundError,
  ParseError,
  ValidationError,
} from "../../../ecosystem/recipes/libraries.ts";
export declare const contract: Contract;
export declare const acme: {
  error(code: "acme_route_not_found" | "invalid_input", init?: { readonly cause: unknown }): Error;
};
/** @throws ContractError acme_note_not_found */
export declare function findNote(id: string | undefined): { readonly id: string; readonly text: string };
/** Of Next and of SvelteKit, the functions that tell what each throws to leave a handler. */
export declare function unstable_rethrow(thrown: unknown): void;
export declare function isRedirect(thrown: unknown): boolean;
