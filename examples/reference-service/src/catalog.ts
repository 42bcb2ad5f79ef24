import { defineCatalog } from "@uhp-errors/core";
import * as z from "zod";

/** The codes of the company "acme". In real life, this is a package that all its services and clients import. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative() }),
      when: "A harness needs an accelerator that is still being started.",
    },
    acme_agent_crashed: {
      task: true,
      message: "The agent process ended before the task did.",
      when: "The agent process ended by itself.",
    },
  },
});
