/** The process of one program of the docs. Runs the file that it is given, and tells its parent on which port the program listens. */
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:net";
import { serve } from "srvx";

const [file = ""] = process.argv.slice(2);

subscribe("tracing:net.server.listen:asyncEnd", (message) => {
  const { server } = message as { server: Server };
  process.send?.(server.address());
});

const { default: exported } = (await import(file)) as { default?: { fetch(request: Request): Promise<Response> } };
// As `srvx server.ts` does with a file that exports a fetch handler.
if (exported !== undefined) serve({ fetch: exported.fetch, port: 0 });
