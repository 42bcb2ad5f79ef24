import { isRecord } from "@uhp-errors/core/internal";
import { own } from "./requests/answer.ts";

export type Schema = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly method: string;
  /** The path to request, with the path of the first server before it. */
  readonly path: string;
  readonly operation: Schema;
}

/** Reads a document, and follows references within it. */
export interface Reader {
  readonly document: Schema;
  /** Returns an object, following a reference if there is one. Empty for anything else. */
  record(value: unknown): Schema;
}

const MAX_REFERENCES = 16;
const MAX_PATHS = 5_000;
const MAX_PREFIX = 500;
const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"];

const NOTHING: Schema = Object.freeze({});

/** @throws TypeError if it is not an OpenAPI document of version 3 */
export function readDocument(document: unknown): Reader {
  const version = isRecord(document) ? own(document, "openapi") : undefined;
  if (!isRecord(document) || typeof version !== "string" || !/^3\./.test(version)) {
    throw new TypeError("openapi: expected an OpenAPI document of version 3, with `openapi` and `paths`");
  }
  const record = (value: unknown): Schema => {
    let found = value;
    for (let followed = 0; followed < MAX_REFERENCES; followed += 1) {
      if (!isRecord(found)) return NOTHING;
      const reference = own(found, "$ref");
      if (typeof reference !== "string") return found;
      found = target(document, reference);
    }
    return NOTHING;
  };
  return { document, record };
}

function target(document: Schema, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, part) => (isRecord(at) ? own(at, part) : undefined), document);
}

export function listOperations(reader: Reader): readonly Operation[] {
  const prefix = serverPath(reader);
  const paths = Object.entries(reader.record(own(reader.document, "paths"))).slice(0, MAX_PATHS);
  return paths.flatMap(([path, value]) => {
    const item = reader.record(value);
    if (!/^\/[^\s\\?#]{0,1000}$/.test(path)) return [];
    return METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({
      method: method.toUpperCase(),
      path: `${prefix}${path}`,
      operation: { ...reader.record(item[method]), shared: own(item, "parameters") },
    }));
  });
}

export function listParameters(operation: Schema, reader: Reader): readonly Schema[] {
  const lists = [own(operation, "parameters"), own(operation, "shared")];
  return lists.flatMap((list) => (Array.isArray(list) ? list.map((one) => reader.record(one)) : []));
}

/** Returns the path of the first server. Its host is not used, because the caller gives the URL. */
function serverPath(reader: Reader): string {
  const servers = own(reader.document, "servers");
  const server = reader.record(Array.isArray(servers) ? servers[0] : undefined);
  const written = own(server, "url");
  if (typeof written !== "string" || written.length > MAX_PREFIX) return "";
  const variables = reader.record(own(server, "variables"));
  const url = written.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = own(reader.record(own(variables, name)), "default");
    return typeof value === "string" ? value : whole;
  });
  if (/[{}]/.test(url) || url.length > MAX_PREFIX || !URL.canParse(url, "http://localhost")) return "";
  return new URL(url, "http://localhost").pathname.replace(/\/$/, "");
}
