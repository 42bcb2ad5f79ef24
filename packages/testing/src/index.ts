export type { FetchResponse, InjectResponse, SupertestResponse, TestedResponse } from "./answer.ts";
export {
  type AnyCode,
  type ExpectedError,
  expectContractError,
  expectKeepsContract,
  type KeepsContractOptions,
} from "./assertions.ts";
export type { AsymmetricMatcher, ExpectedFields, ExpectedValue } from "./expected.ts";
export { type MockOptions, type MockServer, mockServer } from "./mock-server.ts";
export { type CollectedReports, collectReports } from "./reports.ts";
export { type SampleDetail, sampleDetail } from "./sample-detail.ts";
