#!/usr/bin/env node
import { main } from "@uhp-errors/cli";

process.exitCode = await main(process.argv.slice(2));
