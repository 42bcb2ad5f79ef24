import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { secret } from "../../secrets.ts";

/** A value of which nothing is known: provocations pass wrong arguments on purpose. */
export interface Loose extends Called, Constructed {
  [key: string]: Loose;
}

type Called = (...args: unknown[]) => Loose;
type Constructed = new (...args: unknown[]) => Loose;

/** How an error becomes a text. */
export type Shape = "message" | "stack" | "flat" | "json" | "inspect" | "string";

/** What a provocation knows about its text beforehand. */
export interface Traits {
  readonly hosts?: readonly string[];
  readonly paths?: readonly string[];
  /** Whether the text shows lines of the service's own source, which then count as a part of the stack. */
  readonly excerpt?: boolean;
  /** One entry for each shape; the first has no suffix in its id. */
  readonly as?: readonly Shape[];
  /** The directory that stands for the temporary one; one chosen by the id unless given. */
  readonly root?: string;
  /** Varying parts and the fixed values that replace them. */
  readonly tidy?: readonly (readonly [RegExp, string])[];
}

/** Throws, rejects, or returns a text. */
export type Provoke = () => unknown;

/** One provocation, which yields an entry for each of its shapes. */
export interface Provocation {
  readonly source: string;
  readonly id: string;
  readonly provoke: Provoke;
  readonly traits: Traits;
}

const require = createRequire(import.meta.url);

/** A module by name, without its types. */
export const load = (name: string): Loose => require(name) as Loose;

/** The provocations of one source: by name, a function or a function with its traits. */
export function about(source: string, table: Record<string, Provoke | readonly [Provoke, Traits]>): Provocation[] {
  return Object.entries(table).map(([name, row]) => {
    const [provoke, traits] = typeof row === "function" ? [row, {}] : row;
    return { source, id: `${source}/${name}`, provoke, traits };
  });
}

/** Rows named after each value of a list. */
export function each(
  name: string,
  values: readonly string[],
  row: (value: string) => Provoke | readonly [Provoke, Traits],
): Record<string, Provoke | readonly [Provoke, Traits]> {
  return Object.fromEntries(values.map((value, index) => [`${name}-${index + 1}`, row(value)]));
}

/** Secrets in use: the real value and the template that stands for it. */
export const secrets = new Map<string, string>();

/** A secret for real use, which becomes a template in every text. */
export function cred(name: string, seed: number): string {
  const value = secret(name, seed);
  secrets.set(value, `${name}:${seed}`);
  return value;
}

/** The temporary directory that holds every file of the provocations. */
export const ROOT = mkdtempSync(join(tmpdir(), "provoke-"));

/** The absolute path of a file below the temporary directory, written there if it has a content. */
export function file(name: string, content?: string | Uint8Array): string {
  const path = join(ROOT, name);
  mkdirSync(dirname(path), { recursive: true });
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

/** Ports in use: the real one and the believable one that replaces it. */
export const ports = new Map<number, number>();

/** A port at which nothing listens, shown as the given one. */
export function closed(port: number): number {
  const real = 20_000 + (port % 10_000);
  ports.set(real, port);
  return real;
}

const servers = new Set<Server>();
const sockets = new Set<Socket>();

function listen(server: Server, port: number): Promise<number> {
  servers.add(server);
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const real = (server.address() as AddressInfo).port;
      ports.set(real, port);
      resolve(real);
    });
  });
}

/** The port of a local HTTP server with the given answers. */
export const serve = (port: number, listener: RequestListener): Promise<number> => listen(createServer(listener), port);

/** The port of a local server that answers everything with one status, body and headers. */
export function answer(port: number, status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain" : "application/json";
  return serve(port, (_, response) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(text);
  });
}

/** The port of a local TCP server that hands each connection to the given function. */
export const tcp = (port: number, talk: (socket: Socket) => void): Promise<number> =>
  listen(createTcpServer(talk), port);

/** The port of a local TCP server that writes the given bytes after the first data, or at once, and closes. */
export function bytes(port: number, content: string | Uint8Array, greet = false): Promise<number> {
  return tcp(port, (socket) => {
    if (greet) socket.end(content);
    else socket.once("data", () => socket.end(content));
  });
}

/** Closes what the last provocation left open. */
export function closeAll(): void {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  sockets.clear();
  servers.clear();
}

/** Rejects with the first error that an emitter emits. */
export function failing(emitter: unknown, event = "error"): Promise<never> {
  return new Promise((_, reject) => (emitter as Loose)["on"]?.(event, (error: unknown) => reject(error)));
}

/** Rejects with the error that a callback-style function hands over. */
export function called(start: (callback: (error: unknown) => void) => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve(undefined)));
  });
}

/** What a promise or emitter yields, without its type. */
export const settled = (value: unknown): Promise<unknown> => Promise.resolve(value);

/** The templates of secrets that a text repeats as if they were any other word. */
export const words = new Set<string>();

/** A secret as `cred` makes it, for a text in which nothing near it names it and its shape is no token's. */
export function word(name: string, seed: number): string {
  words.add(`{{${name}:${seed}}}`);
  return cred(name, seed);
}
