import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "../support/source-files.ts";

const page = readFileSync(join(ROOT, "docs/troubleshooting.md"), "utf8");

/** The codes of the process warnings that the packages emit. */
const codes = new Set(
  sourceFiles("packages")
    .filter((file) => /\/src\/.*\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(/warnOnce\(\s*"(UHP_\w+)"/g)])
    .map(([, code = ""]) => code),
);

test("the docs explain every warning, and no other", () => {
  expect(codes.size).toBeGreaterThan(4);
  const described = [...page.matchAll(/^### `(UHP_\w+)`$/gm)].map(([, code = ""]) => code);
  expect(described.sort()).toEqual([...codes].sort());
});
