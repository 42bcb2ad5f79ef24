import type { ContractFacts, ContractTexts } from "./definition.ts";

/** Faults of running a task and of rendering previews. */
export const EXECUTION_FACTS = {
  harness_error: {
    status: 200,
    type: "harness_error",
    where: "failed_task",
    since: "2026-08-11",
    retry: "client_judgement",
  },
  harness_unavailable: {
    status: 503,
    type: "server_error",
    where: "request",
    since: "2026-08-11",
    retry: "backoff",
  },
  provider_error: {
    status: 200,
    type: "harness_error",
    where: "failed_task",
    since: "2026-08-11",
    retry: "client_judgement",
  },
  timeout: {
    status: 200,
    type: "harness_error",
    where: "failed_task",
    since: "2026-08-11",
    retry: "client_judgement",
  },
  cancelled: {
    status: 200,
    type: "harness_error",
    where: "cancelled_task",
    since: "2026-08-11",
    retry: "client_judgement",
  },
  preview_unavailable: {
    status: 501,
    type: "server_error",
    where: "request",
    since: "2026-08-11",
    retry: "never",
  },
  preview_failed: {
    status: 502,
    type: "server_error",
    where: "request",
    since: "2026-08-11",
    retry: "backoff",
  },
} as const satisfies ContractFacts;

/** The texts of the same codes. */
export const EXECUTION_TEXTS = {
  harness_error: {
    message: "The harness ran and could not complete the task.",
    when: "The harness ran and could not complete the work.",
  },
  harness_unavailable: {
    message: "There is no capacity to run this harness right now.",
    when: "No capacity is free to run the harness at the moment.",
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
  preview_unavailable: {
    message: "This server does not render previews.",
    when: "The server declines to render previews at all.",
  },
  preview_failed: {
    message: "The file could not be converted to a preview.",
    when: "The conversion of this file failed.",
  },
} as const satisfies ContractTexts<typeof EXECUTION_FACTS>;
