import { TRPCError } from "@trpc/server";
import { createContract, defineCatalog, type ErrorReport, recognizeClass } from "@uhp-errors/core";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "It is sold out." },
    acme_down: { status: 503, message: "It is down." },
  },
});

export const reports: ErrorReport[] = [];

const trpcErrors = recognizeClass(TRPCError, {
  byCode: {
    BAD_REQUEST: "invalid_input",
    PARSE_ERROR: "invalid_input",
    UNAUTHORIZED: "unauthenticated",
    FORBIDDEN: "forbidden",
    NOT_FOUND: "not_found",
    METHOD_NOT_SUPPORTED: "method_not_allowed",
    CONFLICT: "conflict",
    PAYLOAD_TOO_LARGE: "content_too_large",
    UNSUPPORTED_MEDIA_TYPE: "invalid_input",
    SERVICE_UNAVAILABLE: "unavailable",
  },
});

export const contract = createContract(acme, {
  recognize: [trpcErrors],
  onError: (report) => void reports.push(report),
});
