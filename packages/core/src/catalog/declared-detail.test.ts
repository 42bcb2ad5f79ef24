import { expect, test } from "vitest";
import { CODES } from "../codes/index.ts";
import { declaredDetail } from "./declared-detail.ts";

const issue = { param: "a", message: "No." };

test.each([
  ["issues, without what else they hold", { issues: [{ ...issue, received: "hunter2" }] }, { issues: [issue] }],
  ["no field that the row does not name", { issues: [issue], query: "select" }, { issues: [issue] }],
  ["nothing of a detail without issues", { query: "select" }, null],
])("a foreign invalid_input keeps %s", (_, detail, expected) => {
  expect(declaredDetail(CODES.invalid_input.detail, detail)).toEqual(expected);
});
