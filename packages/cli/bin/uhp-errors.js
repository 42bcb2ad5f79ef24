#!/usr/bin/env node
import { main } from "@uhp-errors/cli";

// Whoever reads may stop, as head does.
process.stdout.on("error", () => {});
process.exitCode = await main(process.argv.slice(2));
