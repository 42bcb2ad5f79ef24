import { defineCatalog } from "@uhp-errors/core";
import { visible } from "@uhp-errors/core/internal";
import { vendorIn } from "../adopt/known-contract.ts";
import { parseFiles, readManifest } from "../adopt/project.ts";
import { UsageError } from "../exit.ts";
import { readSources, type Source } from "../scan/sources.ts";
import { manifestText, ownOf, packageAround } from "./packages.ts";

/** Returns the prefix of the codes of the package that a folder is in: its catalog's, or else one made from its name. */
export async function findVendor(folder: string): Promise<string> {
  const root = await packageAround(folder);
  const { sources } = await ownOf(root, await readSources(root, false));
  return catalogVendor(sources) ?? (await nameVendor(root));
}

export function catalogVendor(sources: readonly Source[]): string | undefined {
  return vendorIn(
    parseFiles(
      sources.filter(({ text }) => text.includes("defineCatalog")),
      readManifest("{}"),
    ),
  );
}

/** Words in the names of services that say nothing about who runs them. */
const EMPTY_WORDS =
  /^(?:a|an|api|app|backend|boilerplate|create|demo|example|express|fastify|graphql|h3|hono|http|js|koa|my|nest|nestjs|node|nodejs|realworld|rest|restful|sample|server|service|starter|template|the|ts|typescript|web)$/;

/** Returns a prefix made from the package's name; `acme` if the name gives none. */
export async function nameVendor(folder: string): Promise<string> {
  try {
    const text = await manifestText(folder);
    const { name } = JSON.parse(text.replace(/^\ufeff/, "")) as { readonly name?: unknown };
    const words = String(name ?? "")
      .toLowerCase()
      .match(/[a-z][a-z0-9]*/g);
    return words?.find((word) => !EMPTY_WORDS.test(word)) ?? "acme";
  } catch {
    return "acme";
  }
}

/** @throws UsageError if no catalog may have the prefix */
export function requirePrefix(prefix: string): void {
  try {
    defineCatalog({ vendor: prefix as "acme" });
  } catch (thrown) {
    const advice = "cannot be the prefix of codes; pass another one as --vendor.";
    throw new UsageError(`${visible(prefix)} ${advice} ${visible((thrown as Error).message)}`);
  }
}
