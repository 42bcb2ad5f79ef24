import { readFile, stat } from "node:fs/promises";
import { UsageError } from "../exit.ts";

const MAX_BYTES = 33_554_432;

/** Reads a JSON file. @throws UsageError that names the file, if it cannot be read or is not JSON */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new UsageError(`${file} is no JSON: ${(thrown as Error).message}`);
  }
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    return await readFile(file, "utf8");
  } catch (thrown) {
    const { code, message } = thrown as Error & { readonly code?: string };
    throw new UsageError(`${file} cannot be read: ${code === "ENOENT" ? "there is no such file" : message}`);
  }
}
