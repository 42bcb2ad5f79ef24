import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What npm sends and reads for one package: its versions by number, and its tags. */
interface Packument {
  readonly versions: Record<string, { readonly dist: { readonly tarball: string } }>;
  readonly "dist-tags": Record<string, string>;
  readonly _attachments?: Record<string, { readonly data: string }>;
}

/** A registry on this machine that keeps packages in memory. */
export interface Registry {
  readonly url: string;
  /** Each version that was published, in order. */
  readonly published: readonly string[];
  close(): void;
}

/**
 * Starts a registry for the packages of a few scopes. A line for each scope in `.npmrc` makes npm use it for these
 * scopes. For all others, npm uses the registry of its own settings.
 */
export async function startRegistry(): Promise<Registry> {
  const packuments = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  const published: string[] = [];

  const publish = (name: string, sent: Packument, response: ServerResponse): void => {
    const known = packuments.get(name);
    // A version that was published never changes.
    if (Object.keys(sent.versions).some((version) => version in (known?.versions ?? {}))) {
      reply(response, 403, { error: `${name} has that version` });
      return;
    }
    for (const [file, { data }] of Object.entries(sent._attachments ?? {}))
      tarballs.set(file, Buffer.from(data, "base64"));
    const { _attachments: _, ...rest } = sent;
    const versions = { ...known?.versions, ...sent.versions };
    packuments.set(name, { ...rest, versions, "dist-tags": { ...known?.["dist-tags"], ...sent["dist-tags"] } });
    published.push(...Object.keys(sent.versions).map((version) => `${name}@${version}`));
    reply(response, 201, { ok: true });
  };

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1).replace(/\?.*/s, ""));
    if (request.method === "PUT") {
      publish(path, JSON.parse(await textOf(request)), response);
      return;
    }
    const [, file = ""] = path.split("/-/");
    const body = tarballs.get(file) ?? packuments.get(path);
    if (body === undefined) reply(response, 404, { error: `${path} was never published` });
    else reply(response, 200, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, published, close: () => server.close() };
}

function reply(response: ServerResponse, status: number, body: Buffer | object): void {
  const isFile = Buffer.isBuffer(body);
  response.writeHead(status, {
    "Content-Type": isFile ? "application/octet-stream" : "application/json",
    "Cache-Control": "no-store",
  });
  response.end(isFile ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
