import { AsyncLocalStorage } from "node:async_hooks";
import type { ErrorReport } from "@uhp-errors/core";

export const requests = new AsyncLocalStorage<{ readonly tenant: string }>();

export const withTenant = ({ code }: ErrorReport) => console.error(code, requests.getStore()?.tenant);
