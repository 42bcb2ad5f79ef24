/**
 * The key of `_meta` under which a tool with an output schema states its error. Clients of version 1 of the SDK, and others,
 * check `structuredContent` against that schema even in a result that is an error, and refuse the whole result.
 */
export const ERROR_KEY = "uhp-errors/error";
