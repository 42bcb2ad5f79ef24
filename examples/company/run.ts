/**
 * Starts the company: packs the packages of this repository and the company's catalog, installs them into an empty folder as
 * a company would, starts its services there, and follows a few orders from the page to the warehouse and back. With `--once`,
 * it then stops everything. The exit status says whether everything went as expected.
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { install } from "./run/install.ts";
import { brokenModules } from "./run/page.ts";
import { print } from "./run/print.ts";
import { Company } from "./run/processes.ts";
import { follow, ORDERS } from "./run/story.ts";

const { values } = parseArgs({
  options: { once: { type: "boolean", default: false }, port: { type: "string", default: "0" } },
});

const folder = install();
const company = new Company(folder, Number(values.port));
let failed = 0;
try {
  await company.start();
  if (!company.hasWarehouse) print("There is no python3 here, so the warehouse does not start.");
  // If the shop stays open, the order that stops the warehouse is left out.
  const orders = ORDERS.filter(({ without }) =>
    company.hasWarehouse ? values.once || !without : without === "warehouse",
  );
  for (const order of orders) failed += await follow(company, order);
  for (const broken of await brokenModules(company.shop)) {
    print(`The page cannot load ${broken}`);
    failed += 1;
  }
  if (!values.once) {
    print(`\nThe shop is open at ${company.shop}/ - Ctrl+C closes it.`);
    await new Promise((resolve) => process.once("SIGINT", resolve));
  }
} finally {
  await company.stop();
  rmSync(folder, { recursive: true, force: true });
}
print(failed === 0 ? "\nEverything went as expected." : `\nNot as expected: ${failed}.`);
process.exitCode = failed === 0 ? 0 : 1;
