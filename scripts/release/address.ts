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
  const repository: string | undefined = trial ?? manifest.repository?.url ?? manifest.repository;
  if (repository === undefined) return undefined;
  const page = repository.replace(/^git\+|\.git$/g, "");
  const homepage = (trial === undefined ? manifest.homepage : undefined) ?? `${page}#readme`;
  return { repository: page, homepage, issues: `${page}/issues` };
}
