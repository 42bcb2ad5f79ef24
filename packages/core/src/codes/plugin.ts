import type { ContractFacts, ContractTexts } from "./definition.ts";

/** Faults of plugin packages and of what they declare. */
export const PLUGIN_FACTS = {
  plugin_not_found: {
    type: "invalid_request_error",
    status: 404,
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  plugin_conflict: {
    type: "invalid_request_error",
    status: 409,
    detail: { component: "string", name: "string", between: "string_list" },
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  plugin_invalid: {
    type: "invalid_request_error",
    status: 422,
    detail: { path: "relative_path", reason: "string" },
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  unsupported_plugin_schema: {
    type: "invalid_request_error",
    status: 422,
    detail: { supported: "string_list" },
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
  unsupported_transport: {
    type: "invalid_request_error",
    status: 422,
    detail: { transport: "string", base: "string" },
    retry: "never",
    where: "request",
    since: "2026-09-12",
  },
} as const satisfies ContractFacts;

/** The texts of the same codes. */
export const PLUGIN_TEXTS = {
  plugin_not_found: {
    message: "The harness has no plugin of that name.",
    when: "The harness has no plugin of the name given.",
  },
  plugin_conflict: {
    message: "Two components of the harness would share a name.",
    when: "Two plugins share a name, or a component's name collides across the harness and its plugins.",
  },
  plugin_invalid: {
    message: "The package is not a valid plugin package.",
    when: "The package has no manifest or a fatally wrong one, a path in it escapes the root, or its name contradicts the manifest.",
  },
  unsupported_plugin_schema: {
    message: "This server does not install plugins of that format version.",
    when: "The manifest's `$schema` names a plugin-format version that the server does not install.",
  },
  unsupported_transport: {
    message: "A plugin's MCP server uses a transport that this harness base cannot run.",
    when: "A plugin declares an MCP server whose transport cannot be run for the harness base.",
  },
} as const satisfies ContractTexts<typeof PLUGIN_FACTS>;
