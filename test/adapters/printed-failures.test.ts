import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const FILE = fileURLToPath(new URL("../../examples/express/failures.ts", import.meta.url));

const CODES = [
  ["500", "acme_internal_error"],
  ["404", "session_expired"],
  ["400", "invalid_input"],
  ["409", "acme_conflict"],
  ["404", "acme_route_not_found"],
] as const;

test("the example prints each of its failures as a block and as a line", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--conditions=@uhp-errors/source", FILE]);
  expect(stderr).toBe("");
  const lines = stdout.trimEnd().split("\n");
  const printed = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  expect(printed.map(({ status, code }) => [String(status), code])).toEqual(CODES);
  const headings = lines.filter((line) => /^\d{3} /.test(line)).map((line) => line.split(" ").slice(0, 2));
  expect(headings).toEqual(CODES);
  expect(stdout).not.toContain("token=secret");
});
