import { truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { fileOf } from "../../../../test/conformance-package/run-cli.ts";
import { UsageError } from "../exit.ts";
import { readJson, requireFolder, writeText } from "./files.ts";

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
  const message = `${tmpdir()} cannot be read: it is a folder`;
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

test("a module in place of JSON is named", async () => {
  const file = fileOf("export default 1;", "catalog.mjs");
  await expect(readJson(file)).rejects.toThrow(`${file} is no JSON, but a module: Unexpected token`);
});

test("a file is named in what is wrong with its content, and in nothing else", async () => {
  const file = fileOf({ a: 1 });
  const parse = (thrown: unknown) => () => {
    throw thrown;
  };
  await expect(readJson(file, parse(new TypeError("a: No.")))).rejects.toThrow(new UsageError(`${file}: a: No.`));
  const other = new RangeError("No.");
  await expect(readJson(file, parse(other))).rejects.toBe(other);
});

test.each<readonly [file: string, reason: string]>([
  [tmpdir(), "it is a folder"],
  ["nowhere/file.json", "there is no such folder"],
])("%s is not written", async (file, reason) => {
  await expect(writeText(file, "")).rejects.toThrow(new UsageError(`${file} cannot be written: ${reason}`));
});

test.each<readonly [folder: string, message: string]>([
  ["nowhere", "there is no folder nowhere"],
  ["package.json", "package.json is no folder; give the one that it is in"],
])("%s is no folder", async (folder, message) => {
  await expect(requireFolder(folder)).rejects.toThrow(new UsageError(message));
});
