import type { CodeJson } from "@uhp-errors/exports";

/** What decides how a caller reacts to an error. */
type Row = Pick<CodeJson, "places" | "status" | "retry">;

/** Whether the same request may be sent again, by the retry rule, in a few words. */
export const AGAIN: Readonly<Record<CodeJson["retry"]["rule"], string>> = {
  never: "No",
  backoff: "Yes, after a wait that grows with each try",
  retry_after: "Yes, after the time in `Retry-After`",
  session_terminal: "Yes, once the task that runs in the session has ended",
  client_judgement: "Not automatically: the user who started the task decides",
};

/** What to change before the next request, by status. The same request would fail with each of these again. */
const CHANGES: Readonly<Record<number, string>> = {
  400: "Fix what `message` and `param` name. The body must be readable, and every field must have the right type.",
  401: "Send a credential that the service accepts. Get a new one if yours has expired or was revoked.",
  402: "Pay first. The request itself can stay the same.",
  403: "Use a credential that is allowed to do this, or ask the operator of the service to allow it for yours.",
  404: "Check the address and every id in the request. Also check that your credential belongs to the same account as the id: what you may not see looks as if it did not exist.",
  405: "Use one of the methods that the header `Allow` lists.",
  406: "Ask for another media type, language or encoding in `Accept`, `Accept-Language` or `Accept-Encoding`.",
  408: "Send the whole request faster. Look for a slow connection or a body that stalls.",
  409: "Check the current state of what the request names. Then send a request that fits this state.",
  410: "Request something else: what was there is gone for good.",
  412: "Read the resource again, and send the request with its new `ETag` or date.",
  413: "Send less, or send it in parts if the service takes parts.",
  414: "Shorten the address. Long values belong in the body of a `POST`.",
  416: "Ask for a range within the content.",
  417: "Leave out the header `Expect`.",
  422: "Fix what `message` and `param` name. The service could read the body, but cannot do what it asks for.",
  428: "Add `If-Match`, with the `ETag` of the version that you read.",
  429: "Nothing in the request. Wait until your budget is renewed, or ask for a larger one.",
  431: "Send fewer or shorter header fields. Cookies are the usual cause.",
  501: "Nothing: the service does not support this at all. Do without it.",
};

/**
 * What the caller changes before the next request.
 *
 * @throws TypeError for a status that says nothing about what is wrong with the request.
 */
export function whatToChange({ places, status, retry }: Row): string {
  if (places.includes("cancelled_task")) return "Nothing: the task was stopped by someone who is allowed to.";
  if (!places.includes("request")) return "Read `message`: it says what is known. Change the task if it names a cause.";
  if (retry.automatic) return "Nothing. The request can stay as it is.";
  const [first = 0] = status;
  const says = CHANGES[first];
  if (says === undefined) throw new TypeError(`there is no advice for status ${first}`);
  return says;
}
