import type { ErrorReport } from "@uhp-errors/core";
import { createAdapterContract } from "./adapter-contract.ts";

type Given = Parameters<typeof createAdapterContract>;

/** A contract as adapters see it, and what it has reported. */
export function reporting(catalog: Given[0], options: Given[1] = {}) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(catalog, { onError: (report) => reports.push(report), ...options });
  return { contract, reports };
}
