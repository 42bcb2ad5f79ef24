import type { ContractMatchers } from "./matchers.ts";

export { type ContractMatchers, matchers } from "./matchers.ts";

declare global {
  namespace jest {
    // Merged declarations must have the same type parameters.
    // biome-ignore lint/complexity/noBannedTypes: the default is theirs
    interface Matchers<R, T = {}> extends ContractMatchers {}
  }
}
