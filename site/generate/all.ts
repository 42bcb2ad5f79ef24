import { mkdirSync, writeFileSync } from "node:fs";
import { exchanges } from "../../test/adapters/before-after/exchanges.ts";
import { writeApi } from "./api.ts";
import { writeCodes } from "./codes.ts";
import { writeTerminals } from "./terminals.ts";

const GENERATED = new URL("../generated/", import.meta.url);

// The bare services make mistakes on purpose. Their warnings do not belong in the output of a build.
process.removeAllListeners("warning");
mkdirSync(GENERATED, { recursive: true });
writeFileSync(new URL("exchanges.json", GENERATED), JSON.stringify(await exchanges(), null, 2));
writeCodes();
await writeTerminals();
await writeApi();
process.exit();
