import { createServer } from "node:http";
import { CODES, type Code, createContract, defineCatalog, type ErrorReport, joinCatalogs } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { isContractCode } from "@uhp-errors/core/codes";
import { peekString } from "@uhp-errors/core/internal";
import { sanitizeMessage } from "@uhp-errors/core/sanitizer";
import { attach, intercept, sendError } from "@uhp-errors/node";
import { z } from "zod";

// Exported, so that a declaration file has to name its type.
export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});
const contract = createContract(acme, { onError: (report: ErrorReport) => console.error(report.code) });

acme.error("acme_cold", { detail: { eta: 3 } });
// @ts-expect-error detail is required
acme.error("acme_cold");
// @ts-expect-error no such code
acme.error("acme_hot");
// @ts-expect-error no such code, with arguments
acme.error("acme_clod", { detail: { eta: 3 } });
acme.error("file_too_large", { detail: { max_bytes: 1, more: "is open" } });
// @ts-expect-error a number
acme.error("file_too_large", { detail: { max_bytes: "1" } });
// @ts-expect-error a 404 is not retried
defineCatalog({ vendor: "globex", codes: { globex_x: { status: 404, message: "X.", retry: "backoff" } } });

export const both = joinCatalogs(acme, defineCatalog({ vendor: "globex" }));
const status: 503 = both.codes.acme_cold.status;
const code: Code<typeof both> = "globex_route_not_found";
const message: string = CODES.file_too_large.message;
console.error(status, isContractCode(code), sanitizeMessage(message).message, peekString({ message }, "message"));

expectContract(contract, "the server");
const server = createServer((request, response) => {
  if (intercept(contract, request, response)) sendError(contract, acme.error("harness_not_found"), request, response);
});
attach(server, contract);
