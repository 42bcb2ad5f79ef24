import { ADDED } from "./run.ts";

/** The first response in what a client got. */
export interface Answer {
  readonly status: number;
  /** Names in lower case, one entry for each line. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The part of the body that came, without what follows it on the connection. */
  readonly body: string;
  /** The bytes after the response. */
  readonly rest: string;
  /** Whether the whole body came. A response that ends with its connection always counts as whole. */
  readonly whole: boolean;
}

/** Reads the first response that is not informational; `undefined` if there is none. */
export function answerIn(bytes: string, method: string): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.slice(0, end).split("\r\n");
  const after = bytes.slice(end + 4);
  const status = Number(first.split(" ")[1]);
  if (status >= 100 && status < 200) return answerIn(after, method);
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, fields, ...framed(after, fields, method === "HEAD" || status === 204 || status === 304) };
}

/** The value of a field that occurs once. */
export function fieldOf({ fields }: Answer, name: string): string | undefined {
  const values = fields.filter(([given]) => given === name);
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function framed(after: string, fields: Answer["fields"], bodiless: boolean): Pick<Answer, "body" | "rest" | "whole"> {
  if (bodiless) return { body: "", rest: after, whole: true };
  const length = fields.find(([name]) => name === "content-length")?.[1];
  if (fields.some(([name, value]) => name === "transfer-encoding" && value === "chunked")) return chunks(after);
  if (length === undefined) return { body: after, rest: "", whole: true };
  const body = after.slice(0, Number(length));
  return { body, rest: after.slice(body.length), whole: body.length === Number(length) };
}

function chunks(after: string): Pick<Answer, "body" | "rest" | "whole"> {
  let body = "";
  for (let at = 0; ; ) {
    const line = after.indexOf("\r\n", at);
    const size = Number.parseInt(after.slice(at, line), 16);
    if (line < 0 || Number.isNaN(size)) return { body, rest: "", whole: false };
    body += after.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
    if (size > 0) continue;
    // Trailers end with an empty line, as a head does.
    const end = after.indexOf("\r\n\r\n", line);
    return { body, rest: after.slice(end + 4), whole: end >= 0 };
  }
}

/** The bytes of responses without the lines that the contract adds, and without the time. */
export function withoutAdded(bytes: string): string {
  return withoutTime(bytes)
    .split("\r\n")
    .filter((line) => !ADDED.some((name) => line.toLowerCase().startsWith(`${name}: `)))
    .join("\r\n");
}

/** The bytes of responses without the time. */
export function withoutTime(bytes: string): string {
  return bytes.replaceAll(/^Date: .* GMT(?=\r$)/gim, "Date: now");
}
