import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const FOLDER = process.env["UHP_PACKAGES"];

/** Where the built packages are: in this repository, or in the folder in `UHP_PACKAGES`. */
const packages = FOLDER === undefined ? new URL("../../packages/", import.meta.url) : pathToFileURL(`${FOLDER}/`);

/** The build of one of our packages, as users import it. */
export async function built<Module>(name: "core" | "express" | "koa" | "fastify" | "web" | "hono"): Promise<Module> {
  return (await import(new URL(`${name}/dist/index.js`, packages).href)) as Module;
}

const require = createRequire(new URL("../../test/package.json", import.meta.url));

/** A framework or library in the version that the tests install. */
export function installed<Module>(name: string): Module {
  return require(name) as Module;
}
