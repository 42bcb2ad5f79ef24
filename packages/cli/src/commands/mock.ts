import type { Catalog } from "@uhp-errors/core";
import { mockServer } from "@uhp-errors/testing";
import { Command } from "commander";
import { EXIT, type Exit, UsageError } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { loadCheckedCatalog } from "../modules/load.ts";
import { safeJson } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";
import { wholeNumber } from "./whole-number.ts";

export function mockCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("mock")
    .description("runs a server on 127.0.0.1 that answers with any error of a catalog, until it is stopped")
    .argument("<module>", "a file or a package that exports a catalog")
    .option("--port <number>", "TCP port; 0 takes a free one", wholeNumber(0, 65_535), 0)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      endHelp({
        examples: ["mock ./catalog.js --port 4010"],
        exits: { 0: "it was stopped", ...MISUSED },
      }),
    )
    .action(async (specifier: string, { port, json }: { readonly port: number; readonly json?: true }) => {
      const catalog = (await loadCheckedCatalog(specifier)) as Catalog;
      const { url, close } = await mockServer(catalog, { port }).catch((thrown: NodeJS.ErrnoException) => {
        throw new UsageError(`port ${port} cannot be used: ${REASONS[thrown.code ?? ""] ?? thrown.message}`);
      });
      // A program may stop the server as soon as it reads the address.
      const stop = stopped();
      const { vendor } = catalog;
      terminal.out(
        json === true ? safeJson({ url, vendor }) : `${url} answers with any error of ${vendor}: ${url}/raise/<code>\n`,
      );
      await stop;
      await close();
      end(EXIT.ok);
    });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "something else listens on it; --port 0 takes a free one",
  EACCES: "you may not listen on it; --port 0 takes a free one",
};

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
