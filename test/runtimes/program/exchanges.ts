import type { Exchange } from "./exchange.ts";
import { FAILURES } from "./failures.ts";
import { SUCCESSES } from "./successes.ts";

export const EXCHANGES: readonly Exchange[] = [...SUCCESSES, ...FAILURES];
