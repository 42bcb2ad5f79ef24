import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports below those that systems give to servers and clients that ask for any: from 32768 on Linux, from 49152 elsewhere. */
const FIRST = 20_000;
const END = 32_768;

/**
 * A port without a listener, for a process that must be told where to listen. Until it does, no other server of the tests gets the port,
 * since those ask for any.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}
