import { readFile, stat, writeFile } from "node:fs/promises";
import { visible } from "@uhp-errors/core/internal";
import { UsageError } from "../exit.ts";

const MAX_BYTES = 33_554_432;

/**
 * Reads a JSON file, and makes something of its content.
 *
 * @throws UsageError that names the file, if it cannot be read, is not JSON, or if `parse` throws a TypeError
 */
export async function readJson<Result = unknown>(
  file: string,
  parse = (value: unknown) => value as Result,
): Promise<Result> {
  const text = await readText(file);
  const isModule = /\.[cm]?[jt]s$/.test(file);
  const value: unknown = naming(`${file} is no JSON${isModule ? ", but a module" : ""}`, () => JSON.parse(text));
  return naming(file, () => parse(value));
}

/** Judges the content of a file. @throws UsageError that names the file, if `judge` throws a TypeError or a SyntaxError */
export function naming<Result>(file: string, judge: () => Result): Result {
  try {
    return judge();
  } catch (thrown) {
    if (!(thrown instanceof TypeError || thrown instanceof SyntaxError)) throw thrown;
    throw new UsageError(`${file}: ${thrown.message}`);
  }
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read: ${describeFailure(thrown, "there is no such file")}`);
  }
}

/** Writes a file. @throws UsageError that names the file */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (thrown) {
    throw new UsageError(`${file} cannot be written: ${describeFailure(thrown, "there is no such folder")}`);
  }
}

/** Returns why a file cannot be used. */
export function describeFailure(thrown: unknown, missing: string): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === "ENOENT") return missing;
  if (code === "EISDIR") return "it is a folder";
  return code === "EACCES" ? "you may not" : message;
}

/** @throws UsageError if there is no such folder */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw new UsageError(`there is no folder ${visible(folder)}`);
  if (!found.isDirectory()) throw new UsageError(`${visible(folder)} is no folder; give the one that it is in`);
}
