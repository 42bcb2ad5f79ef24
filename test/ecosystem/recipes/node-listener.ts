import { createServer } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { createContract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
import { acme, reports } from "./contract.ts";

const contract = createContract(acme, {
  appliesTo: ({ path }) => !path.startsWith("/pages/"),
  onError: (report) => void reports.push(report),
});
const handler = uhp(contract, ({ url }) => {
  if (url.endsWith("/broken")) throw new Error("a mistake");
  return new Response("fine");
});

function errorHandler(cause: unknown): Response {
  const isRefused = cause instanceof RequestError;
  const context = { method: "GET", path: "/", header: () => undefined };
  const error = isRefused ? contract.respond(acme.error("invalid_input", { cause }), context) : undefined;
  return new Response(error?.body, error ?? { status: isRefused ? 400 : 500 });
}

export const server = createServer(getRequestListener(handler, { errorHandler }));
