import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runJest } from "../run-jest.ts";

test("the matchers work in jest", async () => {
  const results = await runJest(fileURLToPath(new URL("../jest-program.ts", import.meta.url)));
  expect(results.map(({ title, status }) => [title, status])).toEqual([
    ["answers with the error that is expected", "passed"],
    ["has a detail that a matcher of jest describes", "passed"],
    ["answers with another error", "failed"],
    ["ends", "passed"],
  ]);
  const said = results[2]?.failureMessages.join("\n");
  expect(said).toContain('expected the code "session_busy", got "file_too_large"\n\nHTTP 413\n');
});
