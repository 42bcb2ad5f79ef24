import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

export interface Served {
  readonly url: string;
  /** Changes the pages that are served, to plant a fault. */
  alter(change: (path: string, html: string) => string): void;
  close(): void;
}

/** Serves the built site on this machine only, compressed as any host would. */
export async function serve(folder: string): Promise<Served> {
  let change = (_path: string, html: string) => html;
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = fileOf(folder, decodeURIComponent(pathname));
    const path = file ?? join(folder, "404.html");
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    const bytes = readFileSync(path);
    const body = extname(path) === ".html" ? Buffer.from(change(pathname, bytes.toString("utf8"))) : bytes;
    response.writeHead(file === undefined ? 404 : 200, { "Content-Type": type, "Content-Encoding": "gzip" });
    response.end(gzipSync(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    alter: (given) => {
      change = given;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The file for a path, which may leave out `.html`. */
export function fileOf(folder: string, pathname: string): string | undefined {
  const path = join(folder, normalize(pathname));
  if (!path.startsWith(folder)) return undefined;
  const candidates = pathname.endsWith("/") ? [join(path, "index.html")] : [path, `${path}.html`];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}
