import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of the request itself. */
export const REQUEST_FACTS = /* @__PURE__ */ factsSince("2026-08-11", {
  unsupported_protocol_version: { status: 400, detail: { supported: "nonempty_string_list" } },
  invalid_input: { status: 400, detail: { issues: "issue_list?" } },
});

export const REQUEST_TEXTS: ContractTexts<typeof REQUEST_FACTS> = {
  unsupported_protocol_version: {
    message: "This server does not serve the requested protocol version.",
    when: "The `UHP-Version` header names a version that the server cannot serve.",
  },
  invalid_input: {
    message: "The request could not be read or a field in it is not valid.",
    when: "The body could not be parsed, or a field is missing or has the wrong type. `detail.issues` lists what is wrong with each field, where that is known.",
  },
};
