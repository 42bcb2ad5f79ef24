import type { RequestListener } from "node:http";
import { type Contract, type ContractOptions, createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { listen } from "../support/listen.ts";

const acme = defineCatalog({ vendor: "acme" });

/** How a server runs: without a contract, with one that covers everything, or with one whose options a line of the docs states. */
export type Mode = "bare" | "covered" | ContractOptions;

/** What a client saw, and what the service's hook was called with. */
export interface Met<Seen> {
  readonly seen: Seen;
  readonly reports: readonly ErrorReport[];
}

/** Runs a server for as long as a client uses it. */
export async function whileServed<Seen>(
  mode: Mode,
  make: (contract: Contract | undefined) => RequestListener,
  use: (url: string) => Promise<Seen>,
): Promise<Met<Seen>> {
  const reports: ErrorReport[] = [];
  const options = typeof mode === "string" ? {} : mode;
  const contract = createContract(acme, { onError: (report) => reports.push(report), ...options });
  const running = await listen(make(mode === "bare" ? undefined : contract), () => {});
  try {
    return { seen: await use(`http://127.0.0.1:${running.port}`), reports };
  } finally {
    await running.close();
  }
}

/** The lines that reports suggested to the service's developer. */
export function linesOf(reports: readonly ErrorReport[]): readonly string[] {
  return reports.flatMap(({ misuse = "" }) => /appliesTo: .*$/.exec(misuse) ?? []);
}

/** The option that a line of code states. */
export function optionIn(line: string): ContractOptions {
  return new Function(`return { ${line} }`)() as ContractOptions;
}
