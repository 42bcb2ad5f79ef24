import { VERSION_HEADER } from "@uhp-errors/core";
import type { Settings } from "../options.ts";
import type { Ask } from "./answer.ts";

/** The reason if a server closed the connection without a response. */
export const CLOSED = "The connection was closed without an answer.";

export const JSON_TYPE = { "Content-Type": "application/json" };

export function formOf({ field, bytes }: { readonly field: string; readonly bytes: number }): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), "large.bin");
  return form;
}

export function describeCause(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const { code, message } =
    cause instanceof Error ? (cause as Error & { readonly code?: unknown }) : { message: String(cause) };
  return String(code ?? message);
}

export function requestHeaders(ask: Ask, { token, version: audited }: Settings): Record<string, string> {
  const { headers = {}, authorization = token === undefined ? null : `Bearer ${token}`, version = audited } = ask;
  return {
    Accept: "application/json",
    ...(version === null ? {} : { [VERSION_HEADER]: version }),
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...headers,
  };
}

/** The same, with a shell variable in place of each token. */
export function printableHeaders(ask: Ask, settings: Settings): Record<string, string> {
  const { token, routes } = settings;
  const headers = requestHeaders(ask, settings);
  const forbidden = routes.forbidden?.token;
  if (token !== undefined && headers["Authorization"] === `Bearer ${token}`) headers["Authorization"] = "Bearer $TOKEN";
  else if (forbidden !== undefined && headers["Authorization"] === `Bearer ${forbidden}`)
    headers["Authorization"] = "Bearer $FORBIDDEN_TOKEN";
  return headers;
}
