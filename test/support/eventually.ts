import { vi } from "vitest";

/** Waits until a check passes, and returns what it returned. Only a defect takes long. */
export function eventually<Result>(check: () => Result): Promise<Result> {
  return vi.waitFor(check, { timeout: 20_000, interval: 5 });
}
