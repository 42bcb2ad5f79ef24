import type { Catalog } from "@uhp-errors/core";
import { mockServer } from "@uhp-errors/testing";
import { Command } from "commander";
import { EXIT, type Exit, UsageError } from "../exit.ts";
import { loadCheckedCatalog } from "../modules/load.ts";
import type { Terminal } from "../terminal.ts";
import { wholeNumber } from "./whole-number.ts";

export function mockCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("mock")
    .description("runs a server on 127.0.0.1 that answers with any error of a catalog, until it is stopped")
    .argument("<module>", "a file or a package that exports a catalog")
    .option("--port <number>", "TCP port; 0 takes a free one", wholeNumber(0, 65_535), 0)
    .action(async (specifier: string, { port }: { readonly port: number }) => {
      const catalog = (await loadCheckedCatalog(specifier)) as Catalog;
      const { url, close } = await mockServer(catalog, { port }).catch((thrown: Error) => {
        throw new UsageError(`port ${port} cannot be used: ${thrown.message}`);
      });
      terminal.out(`${url} answers with any error of ${catalog.vendor}: ${url}/raise/<code>\n`);
      await stopped();
      await close();
      end(EXIT.ok);
    });
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
