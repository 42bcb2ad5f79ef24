import { defineCatalog } from "@uhp-errors/core";
import * as z from "zod";

/** The service's own error class, as many services have one. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, code: string, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_wrong_password: { status: 401, message: "The password is wrong." },
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: { status: 409, message: "The order is closed." },
    acme_order_expired: { status: 410, message: "The order has expired." },
    acme_no_stock: { status: 409, message: "Too few are left.", detail: z.object({ left: z.int() }) },
    acme_email_taken: { status: 409, message: "A customer has this address already." },
    acme_staff_only: { status: 403, message: "Only for the staff." },
  },
});
