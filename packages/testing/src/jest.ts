import type { ContractMatchers } from "./matchers.ts";

export { type ContractMatchers, matchers } from "./matchers.ts";

declare global {
  namespace jest {
    // The parameters must be those of the declaration that this one is merged with.
    // biome-ignore lint/complexity/noBannedTypes: the default is theirs
    interface Matchers<R, T = {}> extends ContractMatchers {}
  }
}
