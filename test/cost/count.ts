import { type ChildProcess, fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../conformance/drivers/names.ts";
import { KINDS, type Kind, pathOf } from "./kinds.ts";
import type { Calls, Question, Started } from "./server.ts";

/** What a request of one kind costs under the contract. */
export interface Cost {
  /** Functions of the packages that it enters. */
  readonly calls: number;
  /** Bytes that it allocates beyond what a success allocates without the contract. */
  readonly bytes: number;
}

/** The cost of each kind. */
export type Costs = Readonly<Record<Kind, Cost>>;

/** Requests before counting: by then everything is loaded and prepared that is so once. */
const WARM_UP = 40;

/** Requests that are counted; a multiple of what is prepared in batches, such as ids. */
const COUNTED = 128;

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

/**
 * Only the interpreter runs, which allocates what the code says, always. What compilers save depends on when they get to
 * it. And the garbage of a round fits into the young generation, so that none is collected while it is counted.
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

/** Serves one framework in a process of its own and counts what requests cost there. No clock is read. */
export function costsOf(driver: DriverName): Promise<Costs> {
  return serving(driver, async (server, { bare, ours }) => {
    const unavoidable = await allocated(server, bare, "success");
    const bytes = new Map<Kind, number>();
    for (const kind of KINDS) bytes.set(kind, Math.round((await allocated(server, ours, kind)) - unavoidable));
    // Only now: counting calls makes the engine forget what it had compiled.
    const costs: [Kind, Cost][] = [];
    for (const kind of KINDS) {
      const calls = Object.values(await entered(server, ours, kind)).reduce((sum, count) => sum + count, 0);
      costs.push([kind, { calls: Math.round(calls), bytes: bytes.get(kind) ?? Number.NaN }]);
    }
    return Object.fromEntries(costs) as Costs;
  });
}

/** Which functions a request of one kind enters, and how often. */
export function functionsOf(driver: DriverName, kind: Kind): Promise<Calls> {
  return serving(driver, (server, { ours }) => entered(server, ours, kind));
}

async function serving<Result>(
  driver: DriverName,
  use: (server: ChildProcess, urls: Started) => Promise<Result>,
): Promise<Result> {
  const server = fork(SERVER, [driver], { execArgv: FLAGS, env: { ...process.env, NODE_ENV: "production" } });
  try {
    return await use(server, await next<Started>(server));
  } finally {
    if (server.connected) server.disconnect();
  }
}

/** Bytes that a request allocates. */
async function allocated(server: ChildProcess, url: string, kind: Kind): Promise<number> {
  await send(url, kind, WARM_UP);
  const before = await ask<number>(server, "collect");
  await send(url, kind, COUNTED);
  return ((await ask<number>(server, "heap")) - before) / COUNTED;
}

/** Functions that a request enters. */
async function entered(server: ChildProcess, url: string, kind: Kind): Promise<Calls> {
  await ask(server, "calls");
  await send(url, kind, WARM_UP);
  await ask(server, "calls");
  await send(url, kind, COUNTED);
  const calls = await ask<Calls>(server, "calls");
  return Object.fromEntries(Object.entries(calls).map(([name, count]) => [name, count / COUNTED]));
}

/** The next message; rejects when the process ends before. */
function next<Message>(server: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the server's process ended"));
    server.once("exit", gone).once("message", (message) => {
      server.off("exit", gone);
      resolve(message as Message);
    });
  });
}

function ask<Answer>(server: ChildProcess, question: Question): Promise<Answer> {
  const answer = next<Answer>(server);
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
