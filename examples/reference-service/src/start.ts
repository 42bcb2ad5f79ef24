import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ContractOptions, createContract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import express5 from "express";
import express4 from "express4";
import { acme } from "./catalog.ts";
import { createApp } from "./express.ts";

/** The frameworks that the service runs on. */
export const FRAMEWORKS = { express4, express5 } as const;

/** One of the frameworks that the service runs on. */
export type Framework = keyof typeof FRAMEWORKS;

/** How to run the service. */
export interface StartOptions extends ContractOptions {
  /** TCP port on 127.0.0.1; a free one is chosen for 0, the default. */
  readonly port?: number;
  /** The one accepted bearer token, `test-key` by default. */
  readonly key?: string;
}

/** A running service. */
export interface Running {
  /** Address without a slash at its end, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the service on one of the frameworks and resolves once it listens. */
export async function start(framework: Framework, options: StartOptions = {}): Promise<Running> {
  const { port = 0, key = "test-key", ...contractOptions } = options;
  const contract = createContract(acme, contractOptions);
  const server = createServer(createApp(FRAMEWORKS[framework] as typeof express5, { contract, key }));
  uhp.attach(server, contract);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
