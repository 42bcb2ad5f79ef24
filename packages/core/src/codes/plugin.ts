import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of plugin packages and their declarations. */
export const PLUGIN_FACTS = /* @__PURE__ */ factsSince("2026-09-12", {
  plugin_not_found: { status: 404 },
  plugin_conflict: { status: 409, detail: { component: "string", name: "string", between: "string_list" } },
  plugin_invalid: { status: 422, detail: { path: "relative_path", reason: "string" } },
  unsupported_plugin_schema: { status: 422, detail: { supported: "string_list" } },
  unsupported_transport: { status: 422, detail: { transport: "string", base: "string" } },
});

export const PLUGIN_TEXTS: ContractTexts<typeof PLUGIN_FACTS> = {
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
};
