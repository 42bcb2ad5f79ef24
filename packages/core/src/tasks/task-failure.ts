import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { CODES, type ErrorPlace } from "../codes/index.ts";
import { type ResolvedError, resolveMapping } from "../pipeline/resolved-error.ts";

/** Returns the error of a failed task: a task error unchanged, and `harness_error` for any other error. */
export function taskFailure(resolved: ResolvedError, catalog: AnyCatalog): ResolvedError {
  const { where } = resolved.definition;
  if (where === "failed_task") return resolved;
  const { origin, recognizer, upstream, withheld } = resolved;
  const isMisused = origin === "catalog" && resolved.misuse === undefined;
  const misuse = isMisused ? `"${resolved.code}" ${MISUSE[where]}` : resolved.misuse;
  // The cause is not shown, so the client gets the id by which the operator finds it.
  const definition = { ...CODES.harness_error, correlated: true };
  const extras = { definition, origin, recognizer, upstream, withheld, misuse };
  return resolveMapping({ code: "harness_error" }, catalog, extras);
}

const MISUSE: Readonly<Record<Exclude<ErrorPlace, "failed_task">, string>> = {
  request: "answers a request; a task cannot fail with it, so throw it before the task begins",
  cancelled_task: "is the code of a cancelled response; use contract.task.cancelled",
};
