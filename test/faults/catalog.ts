import { defineCatalog } from "@uhp-errors/core";
import type { DetailSchema } from "@uhp-errors/core/codes";
import { z } from "zod";
import { behave } from "./behaviors.ts";

/** A schema that states its types, as schemas of libraries do. */
interface NoteSchema extends DetailSchema {
  readonly "~standard": DetailSchema["~standard"] & {
    readonly types?: { readonly input: { readonly note: string }; readonly output: { readonly note: string } };
  };
}

/** A schema that misbehaves as the other hooks do. */
const odd: NoteSchema = {
  "~standard": { version: 1, vendor: "own", validate: (value) => behave(() => ({ value })) },
};

/** The catalog of the servers. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative() }),
    },
    acme_odd: { status: 409, message: "This has a schema.", detail: odd },
  },
});
