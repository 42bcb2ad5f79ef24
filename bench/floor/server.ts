/**
 * The measured process: Node's own server, equipped in one way. It is started with the name of the way, and reports its address.
 * When asked, it reports what it has used.
 */
import { once } from "node:events";
import { createServer, type RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { requestId, VERSION } from "../servers/by-hand.ts";
import { answerQuestions } from "../servers/questions.ts";
import type { Way } from "./ways.ts";

const BODY = JSON.stringify({ id: "becf513e-67a6-415e-8929-9dd0148992ec", object: "harness", ready: true });

function answer(response: ServerResponse): void {
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(BODY));
  response.end(BODY);
}

/** What the shared methods read: the minimum that a library must keep for a response that it may have to replace. */
interface State {
  open: boolean;
}

const STATE = Symbol("state");

type Watched = ServerResponse & { [STATE]: State };

const NAMES = [
  "writeHead",
  "write",
  "end",
  "flushHeaders",
  "destroy",
] as const satisfies readonly (keyof ServerResponse)[];

/** Five shared functions. Each reads the state of its response and passes on the call. */
const SHARED = NAMES.map((name) => {
  const own = ServerResponse.prototype[name] as (...args: unknown[]) => unknown;
  return function shared(this: Watched, ...args: unknown[]): unknown {
    const state = this[STATE];
    if (state.open && name !== "writeHead") state.open = false;
    return own.apply(this, args);
  };
});

function watch(response: ServerResponse): void {
  const watched = response as unknown as Record<string | symbol, unknown>;
  watched[STATE] = { open: true } satisfies State;
  for (const [index, name] of NAMES.entries()) watched[name] = SHARED[index];
}

const WAYS: Readonly<Record<Way, RequestListener>> = {
  bare: (_request, response) => answer(response),
  headers: (request, response) => {
    response.setHeader("UHP-Version", VERSION);
    response.setHeader("x-request-id", requestId(request.headers["x-request-id"]));
    answer(response);
  },
  methods: (_request, response) => {
    watch(response);
    answer(response);
  },
  both: (request, response) => {
    watch(response);
    response.setHeader("UHP-Version", VERSION);
    response.setHeader("x-request-id", requestId(request.headers["x-request-id"]));
    answer(response);
  },
};

const server = createServer(WAYS[process.argv[2] as Way]).listen(0, "127.0.0.1");
if (!server.listening) await once(server, "listening");
answerQuestions(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
