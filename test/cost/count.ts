import { type ChildProcess, fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../conformance/drivers/names.ts";
import { KINDS, type Kind, pathOf } from "./kinds.ts";
import type { Question, Started } from "./server.ts";

/** The bytes that a request of each kind allocates under the contract, beyond those of a success without it. */
export type Costs = Readonly<Record<Kind, number>>;

/** Requests before counting. By then, everything that is loaded or prepared only once is ready. */
const WARM_UP = 40;

/** Requests that are counted. A multiple of the sizes of batches, such as those of ids. */
const COUNTED = 128;

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

/**
 * Only the interpreter runs, since it always allocates what the code says. What compilers save depends on when they run. The garbage of a
 * round fits into the young generation, so none is collected during counting.
 */
const FLAGS = [
  "--conditions=@uhp-errors/source",
  "--expose-gc",
  "--no-opt",
  "--no-maglev",
  "--no-sparkplug",
  "--no-lazy-feedback-allocation",
  "--min-semi-space-size=64",
  "--max-semi-space-size=64",
  "--initial-old-space-size=256",
  "--no-memory-reducer",
];

/** Serves one framework in a separate process, and counts what requests allocate there. No clock is read. */
export async function costsOf(driver: DriverName): Promise<Costs> {
  const server = fork(SERVER, [driver], { execArgv: FLAGS, env: { ...process.env, NODE_ENV: "production" } });
  try {
    const { bare, ours } = await next<Started>(server);
    const unavoidable = await allocated(server, bare, "success");
    const costs: [Kind, number][] = [];
    for (const kind of KINDS) costs.push([kind, Math.round((await allocated(server, ours, kind)) - unavoidable)]);
    return Object.fromEntries(costs) as Costs;
  } finally {
    if (server.connected) server.disconnect();
  }
}

/** Bytes that a request allocates. */
async function allocated(server: ChildProcess, url: string, kind: Kind): Promise<number> {
  await send(url, kind, WARM_UP);
  const before = await ask(server, "collect");
  await send(url, kind, COUNTED);
  return ((await ask(server, "heap")) - before) / COUNTED;
}

/** The next message. Rejects if the process ends first. */
function next<Message>(server: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the server's process ended"));
    server.once("exit", gone).once("message", (message) => {
      server.off("exit", gone);
      resolve(message as Message);
    });
  });
}

function ask(server: ChildProcess, question: Question): Promise<number> {
  const answer = next<number>(server);
  server.send(question);
  return answer;
}

/** Sends requests one after the other over one connection. */
async function send(url: string, kind: Kind, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let id = 0; id < requests; id += 1) {
    await new Promise<void>((resolve, reject) => {
      request(new URL(pathOf(kind, 1_000 + id), url), { agent }, (answer) => answer.resume().on("end", resolve))
        .on("error", reject)
        .end();
    });
  }
  agent.destroy();
}
