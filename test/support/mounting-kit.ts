import type { ErrorReport } from "@uhp-errors/core";
import { onTestFinished, vi } from "vitest";

/** Loads copies of the packages that have not warned yet, because a warning comes once in a process. */
async function copiesOf<Adapter extends object>(load: () => Promise<Adapter>) {
  vi.resetModules();
  const { createContract } = await import("@uhp-errors/core");
  const { acme } = await import("./catalog.ts");
  return { ...(await load()), createContract, acme };
}

/**
 * For tests of how a contract is mounted. The function that it returns gives the exports of an adapter, a contract with
 * its reports, and the contract's warnings from then on. Tests that must not warn share their copies of the packages.
 *
 * @param load Imports the adapter.
 */
export function mountingKits<Adapter extends object>(load: () => Promise<Adapter>) {
  let silent: ReturnType<typeof copiesOf<Adapter>> | undefined;
  return async (warns: boolean) => {
    silent ??= copiesOf(load);
    const own = await (warns ? copiesOf(load) : silent);
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    onTestFinished(() => {
      warned.mockRestore();
      vi.unstubAllEnvs();
    });
    const reports: ErrorReport[] = [];
    const contract = own.createContract(own.acme, { onError: (report) => reports.push(report) });
    const busy = () => {
      throw own.acme.error("session_busy");
    };
    // Frameworks and their plugins warn too.
    const warnings = () =>
      warned.mock.calls
        .filter(([, options]) => Reflect.get(Object(options), "type") === "UhpErrorsWarning")
        .map(([message, options]) => `${Reflect.get(Object(options), "code")} ${message}`);
    return { ...own, busy, contract, reports, warnings };
  };
}
