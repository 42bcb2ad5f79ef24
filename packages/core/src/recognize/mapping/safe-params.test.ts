import { expect, test } from "vitest";
import { DEFAULT_SANITIZER } from "../../sanitizer/engine/sanitizer.ts";
import type { Mapping } from "./mapping.ts";
import { withSafeParams } from "./safe-params.ts";

const SECRET = "password.aB3dE5fG";
const message = "It is wrong.";

test.each<readonly [what: string, mapping: Mapping | "aborted", safe: Mapping | "aborted"]>([
  ["a client that left", "aborted", "aborted"],
  ["no param", { code: "conflict", retryAfter: 1 }, { code: "conflict", retryAfter: 1 }],
  ["a harmless param", { code: "conflict", param: "items.0" }, { code: "conflict", param: "items.0" }],
  ["a secret in its param", { code: "conflict", param: SECRET }, { code: "conflict", param: "password" }],
  [
    "another detail",
    { code: "conflict", param: SECRET, detail: { left: 1 } },
    { code: "conflict", param: "password", detail: { left: 1 } },
  ],
  [
    "issues",
    { code: "invalid_input", param: SECRET, detail: { issues: [{ param: SECRET, message, given: "hunter2" }] } },
    { code: "invalid_input", param: "password", detail: { issues: [{ param: "password", message }] } },
  ],
])("a mapping with %s says nothing private", (_what, mapping, safe) => {
  expect(withSafeParams(mapping, DEFAULT_SANITIZER)).toEqual(safe);
});
