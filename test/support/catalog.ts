import { defineCatalog } from "@uhp-errors/core";
import { z } from "zod";

/** The catalog that the cases throw from. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative() }),
    },
    acme_teapot: { status: 418, message: "This is a teapot." },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
  },
});

/** `acme.error` without its types, for calls that TypeScript would refuse: plain JavaScript, or a code that comes from elsewhere. */
export const untypedError = acme.error as unknown as (code: unknown, init?: unknown) => Error;
