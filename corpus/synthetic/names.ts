import { oneOf, type Word } from "./words.ts";

const verb = oneOf(
  "load",
  "create",
  "charge",
  "render",
  "handle",
  "parse",
  "send",
  "resolve",
  "fetch",
  "apply",
  "settle",
  "sync",
);
const noun = oneOf(
  "Order",
  "Invoice",
  "Session",
  "Cart",
  "Event",
  "Payment",
  "Tenant",
  "Quota",
  "Batch",
  "Report",
  "Webhook",
);
const role = oneOf("Service", "Client", "Store", "Controller", "Repository", "Worker", "Handler", "Factory", "Adapter");

/** Names as programmers give them to what stands in a trace. */
export const camelName: Word = (random) => verb(random) + noun(random);
export const snakeName: Word = (random) => `${verb(random)}_${noun(random).toLowerCase()}`;
export const pascalName: Word = (random) => {
  const name = camelName(random);
  return name.charAt(0).toUpperCase() + name.slice(1);
};
export const className: Word = (random) => noun(random) + role(random);
export const moduleName: Word = (random) => `${noun(random).toLowerCase()}s`;
