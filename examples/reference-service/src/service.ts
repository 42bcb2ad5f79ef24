import type { Contract, EventStream, VerifyToken } from "@uhp-errors/core";
import { acme } from "./catalog.ts";
import { newId, seconds } from "./identity.ts";
import { eventsOf, type Run } from "./runs.ts";

/** The most bytes of a JSON body. */
export const MAX_JSON_BYTES = 262_144;

/** The most bytes of an uploaded file. */
export const MAX_FILE_BYTES = 1_048_576;

/** The part of a form that holds the file. */
export const FILE_FIELD = "file";

/** How many requests the limited route allows in how many milliseconds. */
export const LIMIT = { requests: 1, windowMs: 60_000 } as const;

/** What an application needs in addition to its framework. */
export interface AppSettings {
  readonly contract: Contract;
  /** The one bearer token that this service accepts. */
  readonly key: string;
}

/** What `GET /v1/uhp` answers: the capabilities that the protocol's versions define, with false for missing ones. */
export function discovery(contract: Contract) {
  return {
    object: "uhp.discovery",
    protocol: "uhp",
    versions: contract.versions,
    default_version: contract.defaultVersion,
    conformance_class: "core",
    capabilities: {
      streaming: true,
      sessions: true,
      cancellation: true,
      files_input: false,
      files_output: false,
      session_listing: false,
      harness_management: false,
      session_sharing: false,
      idempotency: false,
      plugins: false,
      environments: false,
      memories: false,
    },
    implementation: { name: "acme reference service", version: "0.1.0" },
  };
}

/** Who sent a request. This service knows only one. */
export interface Principal {
  readonly name: string;
}

/** Accepts the key, and nothing else. */
export function holderOf(key: string): VerifyToken<Principal> {
  return (token) => (token === key ? { name: "the holder of the key" } : null);
}

/** A file as multer describes it. */
export interface UploadedFile {
  readonly originalname: string;
  /** Bytes. */
  readonly size: number;
}

/** What an upload answers. @throws ContractError invalid_input if there is no file */
export function fileObject(file: UploadedFile | undefined) {
  if (file === undefined) {
    throw acme.error("invalid_input", { param: FILE_FIELD, message: `The part named ${FILE_FIELD} is missing.` });
  }
  return {
    id: newId("file"),
    object: "file",
    filename: file.originalname,
    bytes: file.size,
    created_at: seconds(),
  };
}

/** Runs a task and sends its events. It goes on after the client has left. Never rejects: the stream gets what is thrown. */
export async function sendEvents(stream: EventStream, run: Run): Promise<void> {
  try {
    for await (const event of eventsOf(run)) await stream.send(event);
  } catch (thrown) {
    stream.fail(thrown);
  }
}
