import type { Call } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express, { type NextFunction, type Request, type Response } from "express";
import * as rpc from "json-rpc-2.0";
import { acme, contract, placeOrder } from "../support/orders.ts";

const { InternalError, InvalidParams, InvalidRequest, MethodNotFound, ParseError } = rpc.JSONRPCErrorCode;
const NUMBERS = new Map<string, number>([
  ["acme_route_not_found", MethodNotFound],
  ["acme_internal_error", InternalError],
]);
/** JSON-RPC leaves -32000 to -32099 to servers. */
const SERVICE_ERROR = -32_000;
const MAX_BATCH = 50;

/** What is invalid depends on the place: the JSON, the message, or its params. */
function failure(thrown: unknown, call: Call, id: rpc.JSONRPCID, invalid: number) {
  const { error, retry } = contract.handleError(thrown, call);
  const number = error.code === "invalid_input" ? invalid : (NUMBERS.get(error.code) ?? SERVICE_ERROR);
  return rpc.createJSONRPCErrorResponse(id, number, error.message, { ...error, retry });
}

const methods = new rpc.JSONRPCServer<Call>();
methods.addMethod("placeOrder", placeOrder);
methods.handleMethodNotFound = () =>
  Promise.reject(acme.error("acme_route_not_found", { message: "There is no such method." }));

methods.applyMiddleware(async (next, request, call) => {
  try {
    const answer = await next(request, call);
    JSON.stringify(answer); // What is no JSON fails here, where its id is known.
    return answer;
  } catch (thrown) {
    const { id, method } = request;
    const name = methods.hasMethod(method) ? method : undefined;
    const answer = failure(thrown, { ...call, name }, id ?? null, InvalidParams);
    return id === undefined ? null : answer;
  }
});

async function answerTo(message: unknown, call: Call) {
  if (rpc.isJSONRPCRequest(message ?? {})) return methods.receive(message as rpc.JSONRPCRequest, call);
  return failure(acme.error("invalid_input"), { ...call }, null, InvalidRequest);
}

function callOf(request: Request): Call {
  return { transport: "json-rpc", version: request.get("uhp-version"), correlationId: request.get("x-request-id") };
}

export const app = express();
install(app, contract);

app.post("/rpc", express.json({ strict: false }), async (request, response) => {
  const { body } = request;
  const call = callOf(request);
  const isBatch = Array.isArray(body) && body.length > 0 && body.length <= MAX_BATCH;
  const answers = await Promise.all((isBatch ? body : [body]).map((message) => answerTo(message, call)));
  const sent = answers.filter((answer) => answer !== null);
  if (sent.length === 0) response.status(204).end();
  else response.json(isBatch ? sent : sent[0]);
});

app.use("/rpc", (thrown: unknown, request: Request, response: Response, _next: NextFunction) => {
  response.json(failure(thrown, callOf(request), null, ParseError));
});
