import { createContract, defineCatalog } from "@uhp-errors/core";

const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

/** What `known` returns for an error that no recognizer knows. */
export const UNKNOWN = [undefined, "acme_internal_error"];

/** Returns who recognizes an error, and the code of the response. */
export function known(thrown: unknown): readonly (string | undefined)[] {
  const { recognizer, code } = contract.explain(thrown);
  return [recognizer, code];
}

/** Returns the response of a service without codes of its own to a thrown value. */
export function answerTo(thrown: unknown) {
  return contract.respond(thrown, { method: "GET", path: "/", header: () => undefined });
}
