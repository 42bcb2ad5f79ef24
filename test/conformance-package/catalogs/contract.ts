import { createContract } from "@uhp-errors/core";
import acme from "./telling.ts";

/** A service's module that makes its contract of a catalog with messages that it refuses. */
export const contract = createContract(acme);
