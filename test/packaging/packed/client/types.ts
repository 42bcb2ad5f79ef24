import { createClient, parseError } from "@uhp-errors/client";
import { defineCatalog } from "@uhp-errors/core";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});

async function etaOf(response: Response): Promise<number | undefined> {
  const error = await parseError(response, { catalog: acme });
  return error.code === "acme_cold" ? error.detail.eta : undefined;
}

const client = createClient({ baseUrl: "https://api.acme.example", token: "x", catalog: acme });
void client.fetch("/v1/harnesses").then((response) => etaOf(response));
