import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of sessions. */
export const SESSION_FACTS = /* @__PURE__ */ factsSince("2026-08-11", {
  session_not_found: { status: 404 },
  session_expired: { status: 404 },
  session_busy: { status: 409, retry: "session_terminal", detail: { retry_after_ms: "nonnegative_number?" } },
});

export const SESSION_TEXTS: ContractTexts<typeof SESSION_FACTS> = {
  session_not_found: {
    message: "There is no such session.",
    when: "No session of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  session_expired: {
    message: "The session is past its retention and can no longer be used.",
    when: "The session existed in the caller's scope but its retention has passed.",
  },
  session_busy: {
    message: "A task is already running in this session.",
    when: "A task is submitted to a session in which another task is running. `detail.retry_after_ms` states the wait where it can be estimated.",
  },
};
