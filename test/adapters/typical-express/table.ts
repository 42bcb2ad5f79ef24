import { isDeepStrictEqual } from "node:util";
import { parseEnvelope } from "@uhp-errors/core";
import { EXPECTATIONS, type Expectation } from "../../../examples/typical-express/requests.ts";
import type { Received } from "../../support/http.ts";
import { asked, type Pair, seenBy } from "./asked.ts";

const HEAD = "| request | before | with the contract |";

const MAX_SHOWN = 56;

/** The README of the example, with its table replaced by that of this run. */
export async function withTable(readme: string): Promise<string> {
  const rows: string[] = [];
  for (const expectation of EXPECTATIONS) rows.push(rowOf(expectation, await asked(expectation)));
  const table = [HEAD, "| --- | --- | --- |", ...rows, ""].join("\n");
  return readme.replace(/^\| request .*\n(?:\|.*\n)*/m, () => table);
}

function rowOf({ says, request: { method = "GET", path } }: Expectation, { was, is }: Pair): string {
  const after = isDeepStrictEqual(seenBy(is), seenBy(was)) ? "the same" : answer(is);
  return `| ${[`\`${method} ${path}\`: ${says}`, answer(was), after].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** The status and the code, or the beginning of the body. */
function answer({ status, headers, body }: Received): string {
  const code = parseEnvelope(body)?.error.code;
  if (code !== undefined) return `${status} \`${code}\``;
  if (headers["content-encoding"] !== undefined) return `${status}, in ${headers["content-encoding"]}`;
  const line = body.replaceAll(/\s+/g, " ").trim();
  if (line === "") return `${status} with no body`;
  return `${status} \`${line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line}\``;
}
