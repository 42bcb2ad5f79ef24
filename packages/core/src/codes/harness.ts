import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of harnesses, their models and their capacity. */
export const HARNESS_FACTS = /* @__PURE__ */ factsSince("2026-08-11", {
  harness_not_found: { status: 404 },
  harness_mismatch: { status: 409 },
  model_unavailable: { status: 422 },
  unsupported_base: { status: 422, detail: { supported: "string_list?" } },
  harness_unavailable: { status: 503 },
});

export const HARNESS_TEXTS: ContractTexts<typeof HARNESS_FACTS> = {
  harness_not_found: {
    message: "There is no such harness.",
    when: "No harness of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  harness_mismatch: {
    message: "The session belongs to a different harness.",
    when: "A task names another harness than the session that it continues.",
  },
  model_unavailable: {
    message: "The requested model cannot be served for this harness.",
    when: "The model that a task asks for cannot be served for its harness.",
  },
  unsupported_base: {
    message: "This server does not support the requested harness base.",
    when: "A harness is requested on a base that the server does not support.",
  },
  harness_unavailable: {
    message: "There is no capacity to run this harness right now.",
    when: "No capacity is free to run the harness at the moment.",
  },
};
