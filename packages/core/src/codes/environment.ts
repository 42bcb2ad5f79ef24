import * as z from "zod";
import type { ContractDefinitions } from "./definition.ts";

/** Faults of environments and their builds. */
export const ENVIRONMENT_CODES = {
  environment_not_found: {
    where: "request",
    type: "invalid_request_error",
    status: 404,
    since: "2026-10-04",
    retry: "never",
    message: "There is no such environment.",
    when: "A read, a harness write or a task names an environment that is not in the caller's scope.",
  },
  environment_not_ready: {
    where: "request",
    type: "invalid_request_error",
    status: 409,
    since: "2026-10-04",
    retry: "never",
    message: "The environment has no finished build to use yet.",
    when: "A task targets an environment with no active version, or an unfinished build is activated.",
  },
  environment_busy: {
    where: "request",
    type: "invalid_request_error",
    status: 409,
    since: "2026-10-04",
    retry: "never",
    message: "A build of this environment is still running.",
    detail: z.looseObject({ retry_after_ms: z.number().nonnegative().optional() }),
    when: "A second build or a delete is requested while a build runs; `detail.retry_after_ms` lets a caller who knows wait.",
  },
  environment_exists: {
    where: "request",
    type: "invalid_request_error",
    status: 409,
    since: "2026-10-04",
    retry: "never",
    message: "Another environment already uses this name.",
    when: "The slug of the name is already the mount path of another environment.",
  },
  environment_invalid: {
    where: "request",
    type: "invalid_request_error",
    status: 422,
    since: "2026-10-04",
    retry: "never",
    message: "The environment's definition is not valid.",
    when: "A name is not a path segment, a file path escapes the root, or an import is neither archive nor repository.",
  },
  environment_unavailable: {
    where: "request",
    type: "server_error",
    status: 502,
    since: "2026-10-04",
    retry: "backoff",
    message: "The build service for environments did not answer.",
    when: "The server's build or storage backend did not answer.",
  },
} as const satisfies ContractDefinitions;
