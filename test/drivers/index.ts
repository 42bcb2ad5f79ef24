import type { Driver } from "./driver.ts";
import { EXPRESS_DRIVERS } from "./express.ts";

/** Every framework in every major version that has an adapter. */
export const DRIVERS: readonly Driver[] = [...EXPRESS_DRIVERS];
