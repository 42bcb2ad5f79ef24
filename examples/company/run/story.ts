import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { print } from "./print.ts";
import type { Company, Line } from "./processes.ts";

/** An order, what the customer is told, and what each service prints if the order fails, the innermost service first. */
interface Order {
  readonly sku: string;
  readonly quantity: number;
  readonly told: RegExp;
  readonly hops: readonly string[];
  /** A service that is stopped first. */
  readonly without?: string;
}

const UPSTREAM = "502 acme_upstream_error";

export const ORDERS: readonly Order[] = [
  { sku: "chair", quantity: 1, told: /^Thank you\. Your order is o-\w+\.$/, hops: [] },
  {
    sku: "lamp",
    quantity: 3,
    told: /^Only 2 are left\.$/,
    hops: ["warehouse", "stock", "orders", "shop"].map((service) => `${service} 409 acme_out_of_stock`),
  },
  {
    sku: "piano",
    quantity: 1,
    told: /^Please try again in 30 seconds\.$/,
    hops: [
      ...["warehouse", "stock", "orders"].map((service) => `${service} 503 acme_warehouse_closed`),
      "shop 503 acme_checkout_paused",
    ],
  },
  {
    sku: "safe",
    quantity: 1,
    told: /^Something went wrong\. When you ask us about it, say [\w-]+\.$/,
    hops: ["warehouse 409 acme_shelf_locked", `stock ${UPSTREAM}`, `orders ${UPSTREAM}`, `shop ${UPSTREAM}`],
  },
  { sku: "lamp", quantity: 0, told: /^Please look at "quantity" again\.$/, hops: ["shop 400 invalid_input"] },
  {
    sku: "chair",
    quantity: 1,
    without: "warehouse",
    told: /^Something went wrong\. When you ask us about it, say [\w-]+\.$/,
    hops: [`stock ${UPSTREAM}`, `orders ${UPSTREAM}`, `shop ${UPSTREAM}`],
  },
];

/** Sends one order as the page does, and prints it hop by hop. Returns 1 if something was not as expected. */
export async function follow(company: Company, { sku, quantity, told, hops, without }: Order): Promise<0 | 1> {
  if (without !== undefined) await company.stop(without);
  const before = company.lines.length;
  const page: { order(shop: string, article: object): Promise<string> } = await import(
    pathToFileURL(join(company.folder, "web", "order.js")).href
  );
  const sentence = await page.order(company.shop, { sku, quantity });
  const lines = await printed(company, before, hops.length);
  print(`\n${quantity} × ${sku}${without === undefined ? "" : `, the ${without} gone`}: ${sentence}`);
  for (const line of lines) print(`  ${line.trace}  ${textOf(line).padEnd(36)}${causeOf(line)}`.trimEnd());
  const traces = new Set(lines.map(({ trace }) => trace));
  const isRight =
    told.test(sentence) && lines.map(textOf).join() === hops.join() && traces.size === Math.min(1, hops.length);
  if (!isRight) print(`  expected ${told} and ${hops.join(", ") || "no error"}`);
  return isRight ? 0 : 1;
}

function textOf({ service, status, code }: Line): string {
  return `${service} ${status} ${code}`;
}

function causeOf({ upstream }: Line): string {
  return upstream === undefined ? "" : `because of ${upstream.status} ${upstream.code}`;
}

/** Waits for the expected lines, and returns what the services have printed since. */
async function printed(company: Company, since: number, expected: number): Promise<readonly Line[]> {
  for (let tries = 0; tries < 200 && company.lines.length < since + expected; tries += 1) await wait(10);
  return company.lines.slice(since);
}
