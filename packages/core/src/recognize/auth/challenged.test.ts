import { expect, test } from "vitest";
import { createContract, defineCatalog } from "../../index.ts";

const contract = createContract(defineCatalog({ vendor: "acme" }), { onError() {} });
const error = (fields: object) => Object.assign(new Error("hunter2"), fields);

function codeOf(thrown: unknown, challenge: string | undefined): string {
  const answer = contract.respond(thrown, {
    method: "GET",
    path: "/",
    header: () => undefined,
    responseHeader: (name) => (name === "www-authenticate" ? challenge : undefined),
  });
  return JSON.parse(answer?.body ?? "{}").error.code;
}

test.each<[what: string, thrown: unknown, challenge: string | undefined, code: string]>([
  ["with a status", error({ status: 401 }), "Basic", "acme_unauthenticated"],
  ["with a status code", error({ statusCode: 401 }), "Basic", "acme_unauthenticated"],
  ["that asks for a token", error({ status: 401 }), "Bearer", "missing_credential"],
  ["without a challenge", error({ status: 401 }), undefined, "acme_internal_error"],
  ["with another status", error({ status: 403 }), "Basic", "acme_internal_error"],
  ["with another service's answer", error({ status: 401, response: {} }), "Basic", "acme_internal_error"],
  ["that is no error", { status: 401, message: "hunter2" }, "Basic", "acme_internal_error"],
])("an error %s, where the response has a challenge", (_what, thrown, challenge, code) => {
  expect(codeOf(thrown, challenge)).toBe(code);
});
