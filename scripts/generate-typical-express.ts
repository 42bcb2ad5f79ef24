import { readFileSync, writeFileSync } from "node:fs";

// The shop logs no requests then.
process.env["NODE_ENV"] = "test";
// What it says of its errors is no concern of whoever makes the page.
console.error = () => {};
console.info = () => {};

const { withTable } = await import("../test/adapters/typical-express/table.ts");
const { withSteps } = await import("../test/adapters/typical-express/orders.ts");

const PAGES = { "README.md": withTable, "orders/README.md": withSteps };

for (const [name, written] of Object.entries(PAGES)) {
  const page = new URL(`../examples/typical-express/${name}`, import.meta.url);
  writeFileSync(page, await written(readFileSync(page, "utf8")));
}
process.exit();
