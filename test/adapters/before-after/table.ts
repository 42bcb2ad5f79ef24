import { createContract } from "@uhp-errors/core";
import { acme } from "../../support/catalog.ts";
import { fileLimit } from "../../support/file-limit.ts";
import { FASTIFY_ITEMS } from "./fastify.ts";
import { HONO_ITEMS } from "./hono.ts";
import type { Item } from "./item.ts";
import { KOA_ITEMS } from "./koa.ts";
import { NEST_ITEMS } from "./nest.ts";
import { NODE_ITEMS } from "./node.ts";

/** The items, by the place of the failure. */
export const GROUPS: Readonly<Record<string, readonly Item[]>> = {
  Koa: KOA_ITEMS,
  Fastify: FASTIFY_ITEMS,
  NestJS: NEST_ITEMS,
  Hono: HONO_ITEMS,
  "Below the framework": NODE_ITEMS,
};

/** Observes an item everywhere, and makes the two cells of what clients get. */
export async function cellsOf({ frameworks, observe }: Item): Promise<string> {
  const contract = () => createContract(acme, { recognize: [fileLimit(1_000)], onError: () => {} });
  const before: string[] = [];
  const after: string[] = [];
  for (const framework of frameworks) {
    before.push(await observe(framework, undefined));
    after.push(await observe(framework, contract()));
  }
  const cells = [merged(frameworks, before), merged(frameworks, after)];
  return cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ");
}

/** One string if all frameworks agree, or else one for each outcome. */
function merged(frameworks: readonly string[], outcomes: readonly string[]): string {
  const texts = [...new Set(outcomes)];
  if (texts.length === 1) return outcomes[0] ?? "";
  const whoGot = (text: string) => frameworks.filter((_, index) => outcomes[index] === text).join(", ");
  return texts.map((text) => `${whoGot(text)}: ${text}`).join("<br>");
}
