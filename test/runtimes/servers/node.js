import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";

const { default: program } = await import(process.argv[2]);
const server = createServer(getRequestListener(program.fetch, { overrideGlobalObjects: false }));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
