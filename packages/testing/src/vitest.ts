import type { ContractMatchers } from "./matchers.ts";

export { type ContractMatchers, matchers } from "./matchers.ts";

declare global {
  namespace Chai {
    // The assertions of vitest have the methods of chai's. Its own interface of matchers has other type parameters in each major version.
    interface Assertion extends ContractMatchers {}
  }
}
