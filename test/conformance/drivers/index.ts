import type { Driver } from "./driver.ts";
import { EXPRESS_DRIVERS } from "./express.ts";
import { FASTIFY_DRIVERS } from "./fastify.ts";
import { H3_DRIVER } from "./h3.ts";
import { HONO_DRIVER } from "./hono.ts";
import { KOA_DRIVERS } from "./koa.ts";
import { NEST_DRIVERS } from "./nest.ts";
import { WEB_DRIVER } from "./web.ts";

/** The names of the drivers to test, separated by commas; all of them by default. */
const CHOSEN = process.env["SERVERS"]?.split(",");

const ALL: readonly Driver[] = [
  ...EXPRESS_DRIVERS,
  ...KOA_DRIVERS,
  ...FASTIFY_DRIVERS,
  ...NEST_DRIVERS,
  WEB_DRIVER,
  HONO_DRIVER,
  H3_DRIVER,
];

/** Every framework in every major version that has an adapter. */
export const DRIVERS: readonly Driver[] = ALL.filter(({ name }) => CHOSEN?.includes(name) ?? true);

/** Those whose handlers can reach Node's own response. */
export const NODE_DRIVERS: readonly Driver[] = DRIVERS.filter(({ hasNodeResponse }) => hasNodeResponse);
