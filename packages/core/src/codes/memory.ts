import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of memories and their records. */
export const MEMORY_FACTS = /* @__PURE__ */ factsSince("2026-10-04", {
  memory_not_found: { status: 404 },
  memory_forbidden: { status: 403 },
  memory_record_not_found: { status: 404 },
  memories_not_attached: { status: 404 },
  memory_invalid: { status: 422 },
  memory_unsupported: { status: 422 },
  memory_busy: { status: 409, detail: { retry_after_ms: "nonnegative_number?" } },
  memory_unavailable: { status: [502, 503] },
});

export const MEMORY_TEXTS: ContractTexts<typeof MEMORY_FACTS> = {
  memory_not_found: {
    message: "There is no such memory.",
    when: "The memory does not exist, or the caller holds no privilege on it: one answer for both.",
  },
  memory_forbidden: {
    message: "This operation needs a privilege on the memory that the caller lacks.",
    when: "The caller can see the memory but lacks the privilege that the operation needs.",
  },
  memory_record_not_found: {
    message: "There is no such record in this memory.",
    when: "The memory is visible to the caller and has no record of that id.",
  },
  memories_not_attached: {
    message: "The harness has no memories attached.",
    when: "Memories of a harness are asked for and none is attached to it.",
  },
  memory_invalid: {
    message: "The memory request contradicts itself or lacks content.",
    when: "A parent would make a cycle, there are two default entries, a record has no content, or query parameters do not match.",
  },
  memory_unsupported: {
    message: "The provider of this memory does not offer the operation.",
    when: "The memory's provider does not implement the operation at all; a partial answer uses the field `degraded` instead.",
  },
  memory_busy: {
    message: "The memory is being consolidated.",
    when: "A move or a delete is requested while a consolidation runs; `detail.retry_after_ms` lets a caller who knows wait.",
  },
  memory_unavailable: {
    message: "The provider of this memory cannot be reached.",
    when: "The memory's provider did not answer (502, the default) or is not connected (503).",
  },
};
