/** The libraries' names in the page's code, for its type check: only this workspace has them. */
export { TRPCClientError } from "@trpc/client";
export { initTRPC, TRPCError } from "@trpc/server";
export { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
export { ZodError } from "zod";
