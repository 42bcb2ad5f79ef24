import { truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { fileOf } from "../../../../test/conformance-package/run-cli.ts";
import { UsageError } from "../exit.ts";
import { readJson } from "./files.ts";

test.each<readonly [text: string, value: unknown]>([
  ["null", null],
  ["  [1, 2]\n", [1, 2]],
  ['{ "a": "ü" }', { a: "ü" }],
])("the JSON %j is read from a file", async (text, value) => {
  expect(await readJson(fileOf(text))).toEqual(value);
});

test("a file that is no JSON is named", async () => {
  const file = fileOf("");
  await expect(readJson(file)).rejects.toThrow(new UsageError(`${file} is no JSON: Unexpected end of JSON input`));
});

test("a file that is not there is named", async () => {
  const message = "nowhere/file.json cannot be read: there is no such file";
  await expect(readJson("nowhere/file.json")).rejects.toThrow(new UsageError(message));
});

test("a folder is no file", async () => {
  const message = `${tmpdir()} cannot be read: EISDIR: illegal operation on a directory, read`;
  await expect(readJson(tmpdir())).rejects.toThrow(new UsageError(message));
});

test("a file over 33,554,432 bytes is not read", async () => {
  const file = fileOf("");
  truncateSync(file, 33_554_433);
  await expect(readJson(file)).rejects.toThrow(
    new UsageError(`${file} cannot be read: it is larger than 33554432 bytes`),
  );
  truncateSync(file, 33_554_432);
  await expect(readJson(file)).rejects.toThrow(`${file} is no JSON: `);
});
