import type { CodeJson } from "@uhp-errors/exports";

/** What there is to know of an error for whoever has called the service and got it. */
type Row = Pick<CodeJson, "places" | "status" | "retry">;

/** Whether the same request may be sent again, by the retry rule, in a few words. */
export const AGAIN: Readonly<Record<CodeJson["retry"]["rule"], string>> = {
  never: "No",
  backoff: "Yes, after a wait that grows with each try",
  retry_after: "Yes, after the time in `Retry-After`",
  session_terminal: "Yes, once the task that runs in the session has ended",
  client_judgement: "Not by itself: whoever started the task decides",
};

/** What to change before the next request, by the status of an error that comes again as long as the request stays the same. */
const CHANGES: Readonly<Record<number, string>> = {
  400: "Mend what `message` and `param` name. A body has to parse, and every field has to be of its type.",
  401: "Send a credential that the service accepts. Get a new one if yours has expired or was revoked.",
  402: "Pay first. The request itself may stay.",
  403: "Use a credential that may do this, or ask whoever runs the service to allow it to yours.",
  404: "Check the address and every id in the request. Check also that your credential is of the account that the id belongs to: what you may not see looks as if it did not exist.",
  405: "Use one of the methods that the header `Allow` lists.",
  406: "Ask for another media type, language or encoding in `Accept` and the fields beside it.",
  408: "Send the whole request faster. Look for a slow connection or a body that stops.",
  409: "Look at the present state of what the request names. Then send a request that fits this state.",
  410: "Name something else: what was there does not come back.",
  412: "Read the resource again, and send the request with its new `ETag` or date.",
  413: "Send less, or send it in parts if the service takes parts.",
  414: "Shorten the address. Long values belong in the body of a `POST`.",
  416: "Ask for a range within the content.",
  417: "Leave out the header `Expect`.",
  422: "Mend what `message` and `param` name. The body could be read, but the service cannot do what it says.",
  428: "Add `If-Match`, with the `ETag` of the version that you have read.",
  429: "Nothing in the request. Wait until the budget is renewed, or ask for a larger one.",
  431: "Send fewer or shorter header fields. Cookies are the usual cause.",
  501: "Nothing helps: the service does not do this at all. Do without it.",
};

/**
 * What whoever gets the error changes before the next request.
 *
 * @throws TypeError for a status that says nothing about what is wrong with the request.
 */
export function whatToChange({ places, status, retry }: Row): string {
  if (places.includes("cancelled_task")) return "Nothing: someone who may do so has stopped the task.";
  if (!places.includes("request")) return "Read `message`: it says what is known. Change the task if it names a cause.";
  if (retry.automatic) return "Nothing. The request may stay as it is.";
  const [first = 0] = status;
  const says = CHANGES[first];
  if (says === undefined) throw new TypeError(`nothing is known of what to change after a ${first}`);
  return says;
}
