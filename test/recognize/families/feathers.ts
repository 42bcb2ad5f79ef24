import * as errors from "@feathersjs/errors";
import { SECRETS } from "../../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  type Family,
  FORBIDDEN,
  INTERNAL,
  LIMITED,
  NOT_FOUND,
  type Row,
  UNAUTHENTICATED,
  UNAVAILABLE,
  UPSTREAM,
} from "../expect-answer.ts";
import { raised } from "./caught.ts";

const secret = SECRETS.password;
const private_ = { [SECRETS.header]: secret, errors: { field: secret } };

/** A service's own class that extends one of theirs. */
class Sold extends errors.FeathersError {
  constructor() {
    super(secret, "Sold", 409, "sold", private_);
  }
}

const ROWS: readonly Row[] = [
  ["BadRequest", raised(new errors.BadRequest(secret, private_)), BAD],
  [
    "NotAuthenticated with a bearer token",
    raised(new errors.NotAuthenticated(secret), { authorization: `Bearer ${secret}` }),
    UNAUTHENTICATED,
  ],
  ["PaymentError", raised(new errors.PaymentError(secret)), { status: 402, code: "acme_payment_required" }],
  ["Forbidden", raised(new errors.Forbidden(secret)), FORBIDDEN],
  ["NotFound", raised(new errors.NotFound(secret)), NOT_FOUND],
  ["MethodNotAllowed", raised(new errors.MethodNotAllowed(secret)), { status: 405, code: "acme_method_not_allowed" }],
  ["NotAcceptable", raised(new errors.NotAcceptable(secret)), { status: 406, code: "acme_not_acceptable" }],
  ["Timeout", raised(new errors.Timeout(secret)), { status: 408, code: "acme_request_timeout" }],
  ["Conflict", raised(new errors.Conflict({ message: secret, ...private_ })), CONFLICT],
  ["Gone", raised(new errors.Gone(secret)), { status: 410, code: "acme_gone" }],
  ["Unprocessable", raised(new errors.Unprocessable(secret, [secret])), BAD],
  ["TooManyRequests", raised(new errors.TooManyRequests(secret)), LIMITED],
  ["GeneralError", raised(new errors.GeneralError(secret)), INTERNAL],
  ["NotImplemented", raised(new errors.NotImplemented(secret)), { status: 501, code: "acme_not_implemented" }],
  ["BadGateway", raised(new errors.BadGateway(secret)), UPSTREAM],
  ["Unavailable", raised(new errors.Unavailable(secret)), UNAVAILABLE],
  ["a class of the service's", raised(new Sold()), CONFLICT],
];

/** Errors of Feathers' services. */
export const FEATHERS: Family = { library: "@feathersjs/errors", rows: ROWS };

const fields = { type: "FeathersError", className: "conflict", code: 409 };

/** Values that look like their errors and are not, or that come from another service. */
export const NOT_FEATHERS: readonly (readonly [what: string, thrown: unknown])[] = [
  ["an error of Feathers' out of JSON", { ...fields, ...new errors.Conflict(secret).toJSON() }],
  ["the fields of an error of Feathers'", Object.assign(new Error(secret), fields)],
  ["an error of Feathers' with another type", Object.assign(new errors.Conflict(secret), { type: secret })],
  ["an error of Feathers' without a status", Object.assign(new errors.Conflict(secret), { code: 200 })],
  [
    "an error that Feathers' client made of another service's answer",
    errors.convert({ ...new errors.Conflict(secret).toJSON(), response: {} }),
  ],
];
