import { safeDetail } from "../../packages/core/src/cleaning/safe-detail.ts";
import { safeParam } from "../../packages/core/src/cleaning/safe-param.ts";
import { copyDetail, type JsonObject } from "../../packages/core/src/errors/detail.ts";
import { toParam } from "../../packages/core/src/errors/param.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../../packages/core/src/sanitizer/engine/sanitizer.ts";

/** Returns a detail as a contract sends it; `undefined` if the value is none. */
export function sentDetail(value: unknown, sanitizer: Sanitizer = DEFAULT_SANITIZER): JsonObject | undefined {
  const copy = copyDetail(value);
  return copy && safeDetail(copy, sanitizer);
}

/** Returns a param as a contract sends it. */
export function sentParam(path: unknown, sanitizer: Sanitizer = DEFAULT_SANITIZER): string | null {
  return safeParam(toParam(path), sanitizer);
}
