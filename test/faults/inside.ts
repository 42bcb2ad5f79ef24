/** Runs the server in a worker thread or in a cluster, and passes messages between it and the test. */
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

const [where, ...args] = process.argv.slice(2);

const fail = (): never => process.exit(1);

if (where === "a worker thread") {
  const worker = new Worker(SERVER, { argv: args });
  worker.on("message", (said) => process.send?.(said)).on("error", fail);
  process.on("message", (question) => worker.postMessage(question));
} else {
  cluster.setupPrimary({ exec: SERVER, args });
  const worker = cluster.fork();
  worker.on("message", (said: object) => process.send?.(said)).on("exit", fail);
  process.on("message", (question: object) => worker.send(question));
}
process.on("disconnect", () => process.exit());
