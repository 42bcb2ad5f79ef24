/** Run before the tests: installs the runtimes, and makes the program that they serve. */
import { bundleProgram } from "./bundle.ts";
import { installRuntimes } from "./installed.ts";

installRuntimes();
await bundleProgram();
