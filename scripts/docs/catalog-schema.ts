import { writeFileSync } from "node:fs";
import { CATALOG_SCHEMA } from "@uhp-errors/exports";

const file = new URL("../../packages/exports/catalog.schema.json", import.meta.url);

writeFileSync(file, `${JSON.stringify(CATALOG_SCHEMA, null, 2)}\n`);
