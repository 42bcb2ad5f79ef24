import { readFileSync, writeFileSync } from "node:fs";

// The shop logs no requests then.
process.env["NODE_ENV"] = "test";
// What it says of its errors is no concern of whoever makes the page.
console.error = () => {};

const { withTable } = await import("../test/adapters/typical-express/table.ts");

const readme = new URL("../examples/typical-express/README.md", import.meta.url);
writeFileSync(readme, await withTable(readFileSync(readme, "utf8")));
process.exit();
