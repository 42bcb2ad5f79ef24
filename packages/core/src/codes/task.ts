import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of tasks and of the responses that hold their results. */
export const TASK_FACTS = /* @__PURE__ */ factsSince("2026-08-11", {
  response_not_found: { status: 404 },
  harness_error: { status: 200 },
  provider_error: { status: 200 },
  timeout: { status: 200 },
  cancelled: { status: 200, where: "cancelled_task" },
});

export const TASK_TEXTS: ContractTexts<typeof TASK_FACTS> = {
  response_not_found: {
    message: "There is no such response.",
    when: "No response of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  harness_error: {
    message: "The harness ran and could not complete the task.",
    when: "The harness ran and could not complete the work.",
  },
  provider_error: {
    message: "The model provider refused the task or failed on it.",
    when: "The upstream model provider refused or failed while the task ran.",
  },
  timeout: {
    message: "The task ran out of its time budget.",
    when: "The task exceeded its wall-clock budget.",
  },
  cancelled: {
    message: "The client cancelled the task.",
    when: "The client cancelled the task.",
  },
};
