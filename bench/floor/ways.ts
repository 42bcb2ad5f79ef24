/**
 * How Node's own server is equipped: not at all; with two header fields; with five methods of each response replaced by shared
 * functions that read one state object; or with both.
 */
export const WAYS = ["bare", "headers", "methods", "both"] as const;

export type Way = (typeof WAYS)[number];
