/** The frameworks, with a name for each major version that has an adapter. */
export const FRAMEWORKS = ["express4", "express5", "koa2", "koa3", "fastify4", "fastify5", "web", "hono"] as const;

/** What a request leads to. */
export const CASES = ["success", "default", "message", "unknown", "validation", "foreign"] as const;

/** What the framework is equipped with. */
export const VARIANTS = ["bare", "headers", "hand", "ours"] as const;

/** A success is also measured with no contract, with one that only reports, and with an active one. */
export const MODES = ["bare", "observed", "ours"] as const;

export type Framework = (typeof FRAMEWORKS)[number];
export type Case = (typeof CASES)[number];
export type Variant = (typeof VARIANTS)[number];
export type Mode = (typeof MODES)[number];
