/** What the examples of a message that lost its middle take for granted: a file that another machine has locked. */
import { defineCatalog } from "@uhp-errors/core";
import * as z from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_file_locked: {
      status: 409,
      message: "Another job has locked the file.",
      detail: z.object({ file_id: z.string() }),
    },
  },
});
export declare const path: string;
export declare const host: string;
export declare const file_id: string;
export declare const error: Error;
