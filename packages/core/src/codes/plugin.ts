import * as z from "zod";
import type { ContractDefinitions } from "./definition.ts";

/** A path inside the package; an absolute one would tell where the server keeps its files. */
const pathInsidePackage = z
  .string()
  .min(1)
  .refine((path) => !/^(?:[\\/~]|[A-Za-z]:|file:)/.test(path), "expected a path relative to the package root");

/** Faults of plugin packages and of what they declare. */
export const PLUGIN_CODES = {
  plugin_not_found: {
    where: "request",
    type: "invalid_request_error",
    status: 404,
    since: "2026-09-12",
    retry: "never",
    message: "The harness has no plugin of that name.",
    when: "The harness has no plugin of the name given.",
  },
  plugin_conflict: {
    where: "request",
    type: "invalid_request_error",
    status: 409,
    since: "2026-09-12",
    retry: "never",
    message: "Two components of the harness would share a name.",
    detail: z.looseObject({ component: z.string(), name: z.string(), between: z.array(z.string()) }),
    when: "Two plugins share a name, or a component's name collides across the harness and its plugins.",
  },
  plugin_invalid: {
    where: "request",
    type: "invalid_request_error",
    status: 422,
    since: "2026-09-12",
    retry: "never",
    message: "The package is not a valid plugin package.",
    detail: z.looseObject({ path: pathInsidePackage, reason: z.string() }),
    when: "The package has no manifest or a fatally wrong one, a path in it escapes the root, or its name contradicts the manifest.",
  },
  unsupported_plugin_schema: {
    where: "request",
    type: "invalid_request_error",
    status: 422,
    since: "2026-09-12",
    retry: "never",
    message: "This server does not install plugins of that format version.",
    detail: z.looseObject({ supported: z.array(z.string()) }),
    when: "The manifest's `$schema` names a plugin-format version that the server does not install.",
  },
  unsupported_transport: {
    where: "request",
    type: "invalid_request_error",
    status: 422,
    since: "2026-09-12",
    retry: "never",
    message: "A plugin's MCP server uses a transport that this harness base cannot run.",
    detail: z.looseObject({ transport: z.string(), base: z.string() }),
    when: "A plugin declares an MCP server whose transport cannot be run for the harness base.",
  },
} as const satisfies ContractDefinitions;
