export type { FetchResponse, TestedResponse } from "./answer.ts";
export {
  type ExpectedError,
  expectContractError,
  expectKeepsContract,
  type KeepsContractOptions,
} from "./assertions.ts";
export { type MockOptions, type MockServer, mockServer } from "./mock-server.ts";
export { collectReports } from "./reports.ts";
export { sampleDetail } from "./sample-detail.ts";
