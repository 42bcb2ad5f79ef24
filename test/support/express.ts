import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express5, { type Express } from "express";
import express4 from "express4";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "./catalog.ts";
import { during } from "./drivers.ts";

export type { Express, Request, RequestHandler, Response, Router } from "express";
export { during } from "./drivers.ts";

/** Express in either version. */
export type Framework = typeof express5;

export const EXPRESS_FRAMEWORKS: readonly (readonly [name: "express4" | "express5", framework: Framework])[] = [
  ["express4", express4 as unknown as Framework],
  ["express5", express5],
];

/** What a test does with a running server. */
export type Use = (url: string, reports: readonly ErrorReport[]) => Promise<void>;

/** Runs an app for the duration of a test; `mount` gets it between the contract and its error handlers. */
export async function serveExpress(
  framework: Framework,
  mount: (app: Express) => void,
  use: Use,
  options: ContractOptions = {},
): Promise<void> {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report), ...options });
  const app = framework();
  app.use(uhp(contract));
  mount(app);
  app.use(uhpErrorHandler(contract));
  await during(await listen(app, (server) => attach(server, contract)), (url) => use(url, reports));
}
