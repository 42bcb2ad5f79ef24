/** What the examples of messages take for granted. */
import { createClient } from "@uhp-errors/client";
import { defineCatalog } from "@uhp-errors/core";
import type { Messages } from "@uhp-errors/core/messages";
import { z } from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_too_many_seats: { status: 409, message: "There are not so many seats.", detail: z.object({ free: z.int() }) },
    acme_order_closed: { status: 409, message: "The order is closed.", detail: z.object({ closed_at: z.string() }) },
  },
});
export const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
export declare const german: Messages;
export declare const order: { readonly seats: number };
export declare const line: { textContent: string };
export declare function mark(field: string, sentence: string): void;
export declare function signIn(): void;
export declare function test(title: string, run: () => void): void;
export declare function equal(actual: unknown, expected: unknown): void;
