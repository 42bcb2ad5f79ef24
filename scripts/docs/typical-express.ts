import { readFileSync, writeFileSync } from "node:fs";

// With this setting, the shop does not log requests.
process.env["NODE_ENV"] = "test";
// What it logs does not concern the page.
console.error = () => {};
console.info = () => {};

const { withTable } = await import("../../test/adapters/typical-express/table.ts");
const { withSteps } = await import("../../test/adapters/typical-express/orders.ts");
const { withAdoption } = await import("../../test/adapters/typical-express/adoption.ts");

const PAGES = {
  "examples/typical-express/README.md": withTable,
  "examples/typical-express/orders/README.md": withSteps,
  "docs/adopting.md": withAdoption,
};

for (const [name, written] of Object.entries(PAGES)) {
  const page = new URL(`../../${name}`, import.meta.url);
  writeFileSync(page, await written(readFileSync(page, "utf8")));
}
process.exit();
