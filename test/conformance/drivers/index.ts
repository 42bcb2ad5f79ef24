import type { Driver } from "./driver.ts";
import { EXPRESS_DRIVERS } from "./express.ts";
import { FASTIFY_DRIVERS } from "./fastify.ts";
import { KOA_DRIVERS } from "./koa.ts";

/** Every framework in every major version that has an adapter. */
export const DRIVERS: readonly Driver[] = [...EXPRESS_DRIVERS, ...KOA_DRIVERS, ...FASTIFY_DRIVERS];
