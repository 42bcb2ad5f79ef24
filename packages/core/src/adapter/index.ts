/** What adapters use in addition to `Contract`, published as `@uhp-errors/core/adapter`. Not stable: it may change in any release. */
export type { AdapterContract } from "../contract/adapter-contract.ts";
export { type HeaderField, REPRESENTATION_HEADERS } from "../http/header-fields.ts";
export type { InterceptedResponse } from "../http/response.ts";
export { expectContract } from "./expect-contract.ts";
export { pathOf } from "./path.ts";
