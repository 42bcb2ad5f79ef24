import type { Driver } from "./driver.ts";
import type { DriverName } from "./names.ts";

/** Each framework's drivers, by the beginning of their names. */
const LOADERS: Readonly<Record<string, () => Promise<readonly Driver[]>>> = {
  express: async () => (await import("./express.ts")).EXPRESS_DRIVERS,
  koa: async () => (await import("./koa.ts")).KOA_DRIVERS,
  fastify: async () => (await import("./fastify.ts")).FASTIFY_DRIVERS,
  nest: async () => (await import("./nest.ts")).NEST_DRIVERS,
  h3: async () => [(await import("./h3.ts")).H3_DRIVER],
  web: async () => [(await import("./web.ts")).WEB_DRIVER],
  hono: async () => [(await import("./hono.ts")).HONO_DRIVER],
};

/** A driver without the modules of any other framework, to measure a process. */
export async function loadDriver(name: DriverName): Promise<Driver> {
  const framework = Object.keys(LOADERS).find((beginning) => name.startsWith(beginning)) ?? "";
  const driver = (await LOADERS[framework]?.())?.find((candidate) => candidate.name === name);
  if (driver === undefined) throw new Error(`there is no driver ${name}`);
  return driver;
}
