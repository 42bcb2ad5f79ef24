import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of environments and their builds. */
export const ENVIRONMENT_FACTS = /* @__PURE__ */ factsSince("2026-09-28", {
  environment_not_found: { status: 404 },
  environment_not_ready: { status: 409 },
  environment_busy: { status: 409, detail: { retry_after_ms: "nonnegative_number?" } },
  environment_exists: { status: 409 },
  environment_invalid: { status: 422 },
  environment_unavailable: { status: 502 },
});

export const ENVIRONMENT_TEXTS: ContractTexts<typeof ENVIRONMENT_FACTS> = {
  environment_not_found: {
    message: "There is no such environment.",
    when: "A read, a harness write or a task names an environment that is not in the caller's scope.",
  },
  environment_not_ready: {
    message: "The environment has no finished build to use yet.",
    when: "A task targets an environment with no active version, or an unfinished build is activated.",
  },
  environment_busy: {
    message: "A build of this environment is still running.",
    when: "A second build or a delete is requested while a build runs; `detail.retry_after_ms` lets a caller who knows wait.",
  },
  environment_exists: {
    message: "Another environment already uses this name.",
    when: "The slug of the name is already the mount path of another environment.",
  },
  environment_invalid: {
    message: "The environment's definition is not valid.",
    when: "A name is not a path segment, a file path escapes the root, or an import is neither archive nor repository.",
  },
  environment_unavailable: {
    message: "The build service for environments did not answer.",
    when: "The server's build or storage backend did not answer.",
  },
};
