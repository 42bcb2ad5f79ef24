import { createContract } from "@uhp-errors/core";
import { adoptionReport } from "@uhp-errors/core/adoption";
import { acme } from "../../../examples/typical-express/orders/errors.ts";
import { REQUESTS } from "../../../examples/typical-express/orders/requests.ts";
import { asText } from "../../../packages/cli/src/adoption/text.ts";
import { answersOf } from "./orders.ts";

/** The requests of the service that the page shows: one of each kind. */
const SHOWN: ReadonlySet<string> = new Set([
  "404 written: a missing row",
  "409 thrown, with details",
  "another service limits us",
]);

/** A page whose code block with the table of routes is replaced by the text of a report. */
export async function withAdoption(page: string): Promise<string> {
  const adoption = adoptionReport();
  const contract = createContract(acme, { reportOnly: true, onError: adoption.add });
  const requests = REQUESTS.filter(({ says }) => SHOWN.has(says));
  await answersOf({ contract, hasOwnHandler: false, throwsCodes: false }, requests);
  return page.replace(BLOCK, () => `\`\`\`text\n${asText(adoption.json())}\`\`\`\n`);
}

const BLOCK = /^```text\n\d+ failures on (?:.*\n)*?```\n/m;
