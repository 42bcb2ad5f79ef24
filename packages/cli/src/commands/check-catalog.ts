import { type AnyCatalog, createContract, defineCatalog } from "@uhp-errors/core";
import { isRecord, visible } from "@uhp-errors/core/internal";
import { Command } from "commander";
import { EXIT, type Exit } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { catalogIn, isCatalog, loadModule, ModuleError } from "../modules/load.ts";
import { safeJson } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";

export function checkCatalogCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("check-catalog")
    .description("names each rule that a catalog breaks")
    .argument("<module>", "a file or a package that exports a catalog, or the { vendor, codes } of one")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      endHelp({
        examples: ["check-catalog ./catalog.js", "check-catalog @acme/errors"],
        exits: { 0: "the catalog keeps all rules", 1: "a rule is broken", ...MISUSED },
      }),
    )
    .action(async (specifier: string, { json }: { readonly json?: true }) => {
      const faults = await faultsOf(specifier);
      terminal.out(json === true ? safeJson({ module: specifier, faults }) : describeFaults(specifier, faults));
      end(faults.length > 0 ? EXIT.failed : EXIT.ok);
    });
}

function describeFaults(specifier: string, faults: readonly string[]): string {
  if (faults.length === 0) return `✓ ${visible(specifier)} keeps all rules.\n`;
  return faults.map((fault) => `✗ ${visible(fault)}\n`).join("");
}

async function faultsOf(specifier: string): Promise<readonly string[]> {
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await loadModule(specifier);
  } catch (thrown) {
    const { cause } = thrown as Error;
    if (!(thrown instanceof ModuleError && isRefusal(cause))) throw thrown;
    return [cause.message, "The module stopped there. Export its { vendor, codes } to see every broken rule at once."];
  }
  const plain = [...new Set(Object.values(exported))].filter(isDefinition);
  const catalogs = Object.values(exported).filter(isCatalog);
  if (plain.length > 0 && catalogs.length === 0) return plain.flatMap(faultsOfDefinition);
  return faultsOfMessages(catalogIn(specifier, exported));
}

/** A catalog that was made keeps all rules but those for messages, which a contract checks: one code each, so that none hides the next. */
function faultsOfMessages(catalog: AnyCatalog): readonly string[] {
  return Object.entries(catalog.codes).flatMap(([code, definition]) =>
    refused(() => createContract({ ...catalog, codes: { [code]: definition } })),
  );
}

function refused(make: () => unknown): string[] {
  try {
    make();
    return [];
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)];
  }
}

/** Whether an error says that a catalog was refused, also by a contract that the module makes of it. */
function isRefusal(cause: unknown): cause is TypeError {
  if (!(cause instanceof TypeError)) return false;
  return /\b(?:defineCatalog|joinCatalogs)\b/.test(cause.stack ?? "") || /^code "\w+": its row /.test(cause.message);
}

interface Definition {
  readonly vendor: string;
  readonly codes?: Readonly<Record<string, unknown>>;
}

function isDefinition(value: unknown): value is Definition {
  if (!isRecord(value) || isCatalog(value)) return false;
  const { vendor, codes } = value;
  return typeof vendor === "string" && (codes === undefined || (typeof codes === "object" && codes !== null));
}

/** Defines each code separately, so that one refused code does not hide the next. */
function faultsOfDefinition(definition: Definition): readonly string[] {
  const { vendor, codes = {} } = definition;
  const faults = (part: unknown, more: object = { vendor }) =>
    refused(() => createContract(defineCatalog({ ...more, codes: part } as never)));
  const ofVendor = faults({});
  if (ofVendor.length > 0) return ofVendor;
  const ofCodes = Object.entries(codes).flatMap(([code, row]) => faults({ [code]: row }));
  const ofRest = faults({}, definition);
  if (ofCodes.length + ofRest.length > 0) return [...ofRest, ...ofCodes];
  // Checks the rules about the catalog as a whole.
  return faults(codes, definition);
}
