import type { AddressInfo } from "node:net";
import { app as express } from "./express.ts";
import { app as fastify } from "./fastify.ts";

export const FRAMEWORKS = ["Express", "Fastify"] as const;

/** A service with the page's handler. */
export interface Service {
  readonly url: string;
  close(): Promise<unknown>;
}

export async function started(framework: (typeof FRAMEWORKS)[number]): Promise<Service> {
  if (framework === "Fastify")
    return { url: await fastify.listen({ port: 0, host: "127.0.0.1" }), close: () => fastify.close() };
  const server = express.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}
