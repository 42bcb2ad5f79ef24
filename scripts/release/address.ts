import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packages.ts";

/** Where people find the project. */
export interface Address {
  /** The repository, such as `https://github.com/acme/errors`. */
  readonly repository: string;
  /** The documentation: the repository's README, unless there is a site. */
  readonly homepage: string;
  readonly issues: string;
}

/**
 * Returns the address that the repository's own manifest states as `repository` and, if there is a site, as `homepage`. It is stated
 * nowhere else. For a trial, `RELEASE_ADDRESS` replaces it. `undefined` while there is none.
 */
export function readAddress(): Address | undefined {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const trial = process.env["RELEASE_ADDRESS"];
  const stated: string | undefined = trial ?? manifest.repository?.url ?? manifest.repository;
  if (stated === undefined) return undefined;
  const repository = stated.replace(/^git\+|\.git$/g, "");
  const homepage = (trial === undefined ? manifest.homepage : undefined) ?? `${repository}#readme`;
  return { repository, homepage, issues: `${repository}/issues` };
}

/** @throws Error that says what to do, while there is no address. */
export function requireAddress(): Address {
  const address = readAddress();
  if (address !== undefined) return address;
  throw new Error(
    "the repository's package.json has no repository, so no package could say where it comes from; state its address there, or set RELEASE_ADDRESS for a trial",
  );
}
