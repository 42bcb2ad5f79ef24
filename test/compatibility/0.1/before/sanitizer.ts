import {
  createContract,
  createSanitizer,
  defineCatalog,
  type Removed,
  type Sanitizer,
  sanitizeMessage,
} from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";

const acme = defineCatalog({ vendor: "acme" });
const builtIn = createSanitizer({ rules: [] });

/** Takes the names of customers out, before the library's own rules. */
const sanitizer: Sanitizer = {
  message: (text) => builtIn.message(typeof text === "string" ? text.replaceAll("Ada", "somebody") : text),
  detailText: (text) => builtIn.detailText(text.replaceAll("Ada", "somebody")),
};

export const removed: readonly Removed[] = sanitizeMessage("Could not reach redis:6379. Try later").removed;

export const handler = uhp(createContract(acme, { sanitizer, onError: () => {} }), () => {
  throw acme.error("session_busy", { message: "The session of Ada is busy." });
});
