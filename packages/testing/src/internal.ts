/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export type { InjectResponse, SupertestResponse } from "./answer.ts";
export type { AnyCode } from "./assertions.ts";
export type { AsymmetricMatcher, ExpectedFields, ExpectedValue } from "./expected.ts";
export type { Result } from "./matchers.ts";
export type { CollectedReports } from "./reports.ts";
export type { SampleDetail } from "./sample-detail.ts";
