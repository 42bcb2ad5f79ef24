import { bundleProgram } from "./bundle.ts";
import { installRuntimes } from "./installed.ts";

/** Runs before the tests: installs the runtimes, and makes the program that they serve. */
export default async function setup(): Promise<void> {
  installRuntimes();
  await bundleProgram();
}
