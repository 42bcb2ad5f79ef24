import type {} from "vitest";
import type { ContractMatchers } from "./matchers.ts";

export { type ContractMatchers, matchers } from "./matchers.ts";

declare module "vitest" {
  // Merged declarations must have the same type parameters.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends ContractMatchers {}
}
