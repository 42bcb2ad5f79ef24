import type { Contract } from "@uhp-errors/core";
import { acme } from "./catalog.ts";
import { eventsOf, type TaskResponse } from "./harnesses.ts";

/** Bytes of a JSON body. */
export const MAX_JSON_BYTES = 262_144;

/** Bytes of an uploaded file. */
export const MAX_FILE_BYTES = 1_048_576;

/** The part of a form that holds the file. */
export const FILE_FIELD = "file";

/** What the limited route allows: so many requests in so many milliseconds. */
export const LIMIT = { requests: 1, windowMs: 60_000 } as const;

/** Header fields of a streamed answer. */
export const STREAM_HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache" };

/** What an application needs beside the framework itself. */
export interface AppSettings {
  readonly contract: Contract;
  /** The one bearer token that this service accepts. */
  readonly key: string;
}

/** What `GET /v1/uhp` answers. */
export function discovery(contract: Contract) {
  return {
    object: "uhp.discovery",
    protocol: "uhp",
    versions: contract.versions,
    default_version: contract.defaultVersion,
    conformance_class: "core",
    capabilities: { streaming: true, files: true, plugins: false, environments: false, memories: false },
  };
}

/**
 * Lets a request pass that carries the key (RFC 6750, section 2.1).
 *
 * @throws ContractError missing_credential, invalid_credential
 */
export function checkKey(authorization: string | undefined, key: string): void {
  const [, token] = /^bearer +(.*)$/i.exec(authorization ?? "") ?? [];
  if (token === undefined || token === "") throw acme.error("missing_credential");
  if (token !== key) throw acme.error("invalid_credential");
}

/** What an upload of that many bytes answers; without a file there are none. @throws ContractError invalid_input */
export function fileObject(bytes: number | undefined) {
  if (bytes === undefined) {
    throw acme.error("invalid_input", { param: FILE_FIELD, message: `The part named ${FILE_FIELD} is missing.` });
  }
  return { id: `file_${bytes}`, object: "file", bytes };
}

/** A streamed answer, an event at a time. */
export function* streamOf(response: TaskResponse): Generator<string> {
  for (const event of eventsOf(response)) yield `data: ${JSON.stringify(event)}\n\n`;
}
