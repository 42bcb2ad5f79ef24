import type {} from "vitest";
import type { ContractMatchers } from "./matchers.ts";

export { type ContractMatchers, matchers } from "./matchers.ts";

declare module "vitest" {
  // The parameters must be those of the declaration that this one is merged with.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends ContractMatchers {}
}
