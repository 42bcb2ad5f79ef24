import compress5 from "@fastify/compress";
import cors5 from "@fastify/cors";
import jwt5 from "@fastify/jwt";
import multipart5 from "@fastify/multipart";
import rateLimit5 from "@fastify/rate-limit";
import sensible5 from "@fastify/sensible";
import static5 from "@fastify/static";
import underPressure5 from "@fastify/under-pressure";
import { type Contract, type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify5, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import Fastify4 from "fastify4";
import compress4 from "fastify4-compress";
import cors4 from "fastify4-cors";
import jwt4 from "fastify4-jwt";
import multipart4 from "fastify4-multipart";
import rateLimit4 from "fastify4-rate-limit";
import sensible4 from "fastify4-sensible";
import static4 from "fastify4-static";
import underPressure4 from "fastify4-under-pressure";
import { acme } from "./catalog.ts";
import { during } from "./drivers.ts";

export const FASTIFY_5 = {
  Fastify: Fastify5,
  compress: compress5,
  cors: cors5,
  jwt: jwt5,
  multipart: multipart5,
  rateLimit: rateLimit5,
  sensible: sensible5,
  files: static5,
  underPressure: underPressure5,
};

/** Fastify and official plugins of the same generation. The types of the newer ones serve for both. */
export type FastifyKit = typeof FASTIFY_5;

export const FASTIFY_KITS: readonly (readonly [name: "fastify4" | "fastify5", kit: FastifyKit])[] = [
  [
    "fastify4",
    {
      Fastify: Fastify4,
      compress: compress4,
      cors: cors4,
      jwt: jwt4,
      multipart: multipart4,
      rateLimit: rateLimit4,
      sensible: sensible4,
      files: static4,
      underPressure: underPressure4,
    } as unknown as FastifyKit,
  ],
  ["fastify5", FASTIFY_5],
];

/** How a test's app differs from the default. */
export interface AppOptions {
  readonly contract?: ContractOptions;
  readonly server?: FastifyServerOptions & { readonly http?: object };
  /** Leaves out what {@link uhpServerOptions} gives. */
  readonly plain?: boolean;
}

/** Runs an app under the contract for the duration of a test; `mount` adds its routes. */
export async function serveFastify(
  { Fastify }: FastifyKit,
  mount: (app: FastifyInstance, contract: Contract) => unknown,
  use: (url: string, reports: readonly ErrorReport[], app: FastifyInstance) => Promise<void>,
  { contract: options = {}, server = {}, plain = false }: AppOptions = {},
): Promise<void> {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report), ...options });
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    ...server,
    ...(plain ? {} : uhpServerOptions(contract)),
  });
  await app.register(uhp, { contract });
  await mount(app, contract);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  await during({ url, server: app.server, close: () => app.close() }, () => use(url, reports, app));
}
