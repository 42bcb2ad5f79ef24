import type { IncomingMessage } from "node:http";
import { initTRPC, type TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { isContractError } from "@uhp-errors/core";
import { ZodError } from "zod";
import { contract } from "./contract.ts";

export const createContext = ({ req: { headers } }: { readonly req: IncomingMessage }) => ({
  version: headers["uhp-version"]?.toString(),
  correlationId: headers["x-request-id"]?.toString(),
});

/** tRPC wraps what a procedure and its input parser throw. */
function originOf(thrown: TRPCError): unknown {
  const { code, cause, message } = thrown;
  if (cause?.message !== message) return thrown;
  const isOfInput = code === "BAD_REQUEST" && (cause instanceof ZodError || isContractError(cause));
  return code === "INTERNAL_SERVER_ERROR" || isOfInput ? cause : thrown;
}

export const t = initTRPC.context<typeof createContext>().create({
  errorFormatter({ error: thrown, type, path, ctx }) {
    const name = type === "unknown" ? undefined : path;
    const call = { transport: "trpc", name, idempotent: type === "query", ...ctx };
    const { error, retry, status } = contract.handleError(originOf(thrown), call);
    const { BAD_REQUEST, INTERNAL_SERVER_ERROR } = TRPC_ERROR_CODES_BY_KEY;
    return {
      message: error.message,
      code: status < 500 ? BAD_REQUEST : INTERNAL_SERVER_ERROR,
      data: { ...error, retry, path, httpStatus: status },
    };
  },
});
