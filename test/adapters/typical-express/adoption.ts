import { createContract } from "@uhp-errors/core";
import { adoptionReport } from "@uhp-errors/core/adoption";
import { acme } from "../../../examples/typical-express/orders/errors.ts";
import { REQUESTS } from "../../../examples/typical-express/orders/requests.ts";
import { answersOf } from "./orders.ts";

/** What the page shows of the service's requests: one of each kind. */
const SHOWN: ReadonlySet<string> = new Set([
  "404 written: a missing row",
  "409 thrown, with details",
  "another service limits us",
]);

/** A page with the text of a report in its block of text that has a table of routes. */
export async function withAdoption(page: string): Promise<string> {
  const adoption = adoptionReport();
  const contract = createContract(acme, { reportOnly: true, onError: adoption.add });
  const requests = REQUESTS.filter(({ says }) => SHOWN.has(says));
  await answersOf({ contract, hasOwnHandler: false, throwsCodes: false }, requests);
  return page.replace(BLOCK, () => `\`\`\`text\n${adoption.text()}\`\`\`\n`);
}

const BLOCK = /^```text\n\d+ failures on (?:.*\n)*?```\n/m;
