/** Prints how many blocks of code README, docs and the other pages have, and what checks them. */
import { blockTable } from "../test/packaging/docs-code/count.ts";

process.stdout.write(`${blockTable().join("\n")}\n`);
