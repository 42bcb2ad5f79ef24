import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import Anthropic from "@anthropic-ai/sdk";
import axios from "axios";
import got, { Options, RequestError } from "got";
import ky from "ky";
import ky1 from "ky1";
import nodeFetch3 from "node-fetch";
import { ofetch } from "ofetch";
import OpenAI from "openai";
import * as undici from "undici";
import { SECRETS } from "../../support/secrets.ts";
import { type Family, INTERNAL, type Row, TIMEOUT, UPSTREAM } from "../expect-answer.ts";
import { untyped } from "../provoke.ts";
import { caught, made } from "./caught.ts";
import { CLOSED_PORT, cutOff, garbage, refusing, reset, silent, withHttp, withServer } from "./failing.ts";

const CLOSED = `http://127.0.0.1:${CLOSED_PORT}/${SECRETS.password}`;
const once = { retry: { limit: 0 } };
const at = (port: number) => `http://127.0.0.1:${port}/${SECRETS.password}`;
const gotOptions = () => new Options({ url: CLOSED });

/** An error whose class wants a running request. */
const named = (name: string, code: string) =>
  made(() =>
    Object.assign(
      new RequestError(SECRETS.password, Object.assign(new Error(SECRETS.password), { code }), gotOptions()),
      { name },
    ),
  );

const redirecting: Parameters<typeof withHttp>[0] = (_request, response) => {
  response.writeHead(302, { location: "/" }).end();
};

const GOT: readonly Row[] = [
  ["another service's 401", withHttp(refusing, (url) => got(url, once)), UPSTREAM],
  ["a timeout", withHttp(silent, (url) => got(url, { ...once, timeout: { request: 30 } })), TIMEOUT],
  ["a signal", withHttp(silent, (url) => got(url, { ...once, signal: AbortSignal.timeout(30) })), TIMEOUT],
  ["a call that was cancelled", withHttp(silent, async (url) => cancelled(url)), TIMEOUT],
  ["a port that nothing listens on", caught(() => got(CLOSED, once)), UPSTREAM],
  ["a connection that took too long", named("RequestError", "ETIMEDOUT"), TIMEOUT],
  ["a connection that ends early", withHttp(reset, (url) => got(url, once)), UPSTREAM],
  ["an answer that ends early", withHttp(cutOff, (url) => got(url, once)), UPSTREAM],
  ["garbage", withServer(garbage, (port) => got(at(port), once)), UPSTREAM],
  [
    "JSON that is none",
    withHttp(
      (_, response) => response.end(SECRETS.password),
      (url) => got(url, once).json(),
    ),
    UPSTREAM,
  ],
  ["redirects without end", withHttp(redirecting, (url) => got(url, { ...once, maxRedirects: 1 })), UPSTREAM],
  ["a body that breaks", withHttp(silent, (url) => got.post(url, { ...once, body: broken() })), UPSTREAM],
  ["a cache that breaks", named("CacheError", "ERR_CACHE_ACCESS"), UPSTREAM],
  ["a retry that was asked for", named("RetryError", "ERR_RETRYING"), UPSTREAM],
  ["an address that is none", caught(() => got(SECRETS.password)), INTERNAL],
  ["another protocol", caught(() => got(`ftp://${SECRETS.host}`)), INTERNAL],
  ["an option that it does not have", caught(() => got(CLOSED, { [SECRETS.password]: 1 } as object)), INTERNAL],
];

async function cancelled(url: string): Promise<void> {
  const call = got(url, once);
  setImmediate(() => call.cancel());
  await call;
}

function broken(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error(SECRETS.password));
    },
  });
}

const KY: readonly Row[] = [
  ["another service's 401", withHttp(refusing, (url) => ky(url, { retry: 0 })), UPSTREAM],
  ["a timeout", withHttp(silent, (url) => ky(url, { retry: 0, timeout: 30 })), TIMEOUT],
  ["another service's 401, ky 1", withHttp(refusing, (url) => ky1(url, { retry: 0 })), UPSTREAM],
  ["a timeout, ky 1", withHttp(silent, (url) => ky1(url, { retry: 0, timeout: 30 })), TIMEOUT],
  ["a connection that ends early", withHttp(reset, (url) => ky(url, { retry: 0 })), UPSTREAM],
  ["a port that nothing listens on", caught(() => ky(CLOSED, { retry: 0 })), UPSTREAM],
];

const asking = (status: number): Parameters<typeof withHttp>[0] => {
  return (_request, response) => response.writeHead(status, { "retry-after": "7" }).end(SECRETS.password);
};
const WAITING = { ...UPSTREAM, headers: { "Retry-After": "7" } };
const alone = { retry: 0 } as const;

const OFETCH: readonly Row[] = [
  ["another service's 401", withHttp(refusing, (url) => ofetch(url, alone)), UPSTREAM],
  ["another service's 404", withHttp(asking(404), (url) => ofetch(url, alone)), UPSTREAM],
  ["another service's 429 and its wait", withHttp(asking(429), (url) => ofetch(url, alone)), WAITING],
  ["another service's 503 and its wait", withHttp(asking(503), (url) => ofetch(url, alone)), WAITING],
  ["a timeout", withHttp(silent, (url) => ofetch(url, { ...alone, timeout: 30 })), TIMEOUT],
  ["a signal", withHttp(silent, (url) => ofetch(url, { ...alone, signal: AbortSignal.timeout(30) })), TIMEOUT],
  ["a port that nothing listens on", caught(() => ofetch(CLOSED, alone)), UPSTREAM],
  ["a connection that ends early", withHttp(reset, (url) => ofetch(url, alone)), UPSTREAM],
  ["garbage", withServer(garbage, (port) => ofetch(at(port), alone)), UPSTREAM],
  ["another protocol", caught(() => ofetch(`foo://${SECRETS.host}`, alone)), INTERNAL],
];

const NODE_FETCH: readonly Row[] = (
  [
    ["version 2", untyped("node-fetch2") as typeof nodeFetch3],
    ["version 3", nodeFetch3],
  ] as const
).flatMap(([version, call]): readonly Row[] => [
  [`a port that nothing listens on, ${version}`, caught(() => call(CLOSED)), UPSTREAM],
  [`a connection that ends early, ${version}`, withHttp(reset, (url) => call(url)), UPSTREAM],
  [`garbage, ${version}`, withServer(garbage, (port) => call(at(port))), UPSTREAM],
  [`redirects without end, ${version}`, withHttp(redirecting, (url) => call(url)), UPSTREAM],
  [`a signal, ${version}`, withHttp(silent, (url) => call(url, { signal: AbortSignal.timeout(30) })), TIMEOUT],
  [`a name that is not known, ${version}`, caught(() => call(`http://${SECRETS.password}.invalid`)), UPSTREAM],
]);

/** Version 2 has a time limit of its own. */
const nodeFetch2 = untyped("node-fetch2") as (url: string, options: object) => Promise<Response>;
const NODE_FETCH_2: readonly Row[] = [
  ["a timeout", withHttp(silent, (url) => nodeFetch2(url, { timeout: 30 })), TIMEOUT],
  [
    "a body that takes too long",
    withHttp(endless, async (url) => (await nodeFetch2(url, { timeout: 30 })).text()),
    TIMEOUT,
  ],
];

/** A client of the service's own, as generators make one: it throws an error with the response. */
class ResponseError extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super(SECRETS.password);
    this.response = response;
  }
}

const GENERATED: readonly Row[] = [
  [
    "a generated client: another service's 401",
    withHttp(refusing, async (url) => {
      throw new ResponseError(await fetch(url));
    }),
    UPSTREAM,
  ],
  [
    "a generated client: another service's 429 and its wait",
    withHttp(asking(429), async (url) => {
      throw new ResponseError(await fetch(url));
    }),
    WAITING,
  ],
];

const MISMATCH = { method: "POST", body: SECRETS.password, headers: { "content-length": "1" } };

/** Errors that ky 1 does not wrap are `fetch`'s, like those that `fetch` itself throws. */
const FETCH: readonly Row[] = [
  ["ky: a connection that ends early", withHttp(reset, (url) => ky1(url, { retry: 0 })), UPSTREAM],
  ["a signal that says when", withHttp(silent, (url) => fetch(url, { signal: AbortSignal.timeout(30) })), TIMEOUT],
  ["a call that was aborted", caught(() => fetch(CLOSED, { signal: AbortSignal.abort() })), TIMEOUT],
  ["a connection that ends early", withHttp(reset, (url) => fetch(url)), UPSTREAM],
  ["an answer that ends early", withHttp(cutOff, async (url) => (await fetch(url)).text()), UPSTREAM],
  ["garbage", withServer(garbage, (port) => fetch(at(port))), UPSTREAM],
  ["a host name that does not exist", caught(() => fetch(`http://${SECRETS.password}.invalid:8080`)), UPSTREAM],
  ["a body that takes too long", withHttp(endless, (url) => slowBody(url)), TIMEOUT],
  ["another protocol", caught(() => fetch(`foo://${SECRETS.host}`)), INTERNAL],
];

/** The time limits of `fetch` are set on a dispatcher of undici. */
async function slowBody(url: string): Promise<void> {
  const dispatcher = new undici.Agent({ bodyTimeout: 30 });
  try {
    await (await undici.fetch(url, { dispatcher })).text();
  } finally {
    await dispatcher.destroy();
  }
}

function endless(_request: unknown, response: { write(text: string): unknown }): void {
  response.write("a");
}

async function undiciCall(port: number, options: object = {}, more: object = {}): Promise<void> {
  const client = new undici.Client(`http://127.0.0.1:${port}`, options);
  try {
    const { body } = await client.request({ method: "GET", path: "/", ...more });
    await body.text();
  } finally {
    await client.destroy();
  }
}
const portOf = (url: string) => Number(new URL(url).port);
const coded = (code: string) => made(() => Object.assign(new undici.errors.UndiciError(SECRETS.host), { code }));

const FAILURES = `
  UND_ERR UND_ERR_HEADERS_OVERFLOW UND_ERR_RES_EXCEEDED_MAX_SIZE UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_DESTROYED
  UND_ERR_CLOSED UND_ERR_BPL_MISSING_UPSTREAM UND_ERR_REQ_RETRY UND_ERR_RESPONSE UND_ERR_PRX_TLS UND_ERR_PRX_CONN
  UND_ERR_REDIRECT_MAX UND_ERR_SOCKS5_AUTH_REJECTED UND_ERR_WS_MESSAGE_SIZE_EXCEEDED`;

const UNDICI: readonly Row[] = [
  ["no answer in time", withHttp(silent, (url) => undiciCall(portOf(url), { headersTimeout: 30 })), TIMEOUT],
  ["no body in time", withHttp(endless, (url) => undiciCall(portOf(url), { bodyTimeout: 30 })), TIMEOUT],
  ["an aborted call", withHttp(silent, (url) => undiciCall(portOf(url), {}, { signal: aborting() })), TIMEOUT],
  ["a connection that ends early", withHttp(reset, (url) => undiciCall(portOf(url))), UPSTREAM],
  ["an answer that ends early", withHttp(cutOff, (url) => undiciCall(portOf(url))), UPSTREAM],
  ["garbage", withServer(garbage, (port) => undiciCall(port)), UPSTREAM],
  ["a wrong option", caught(() => undiciCall(8, { headersTimeout: SECRETS.password })), INTERNAL],
  ["a body of another length", withHttp(silent, (url) => undiciCall(portOf(url), {}, MISMATCH)), INTERNAL],
  ...["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_ABORT", "UND_ERR_ABORTED"].map((code): Row => [code, coded(code), TIMEOUT]),
  ...FAILURES.trim()
    .split(/\s+/)
    .map((code): Row => [code, coded(code), UPSTREAM]),
  ...["UND_ERR_INVALID_RETURN_VALUE", "UND_ERR_NOT_SUPPORTED", "UND_ERR_INFO", "UND_ERR_MAX_ORIGINS_REACHED"].map(
    (code): Row => [code, coded(code), INTERNAL],
  ),
];

/** undici throws its own error for a signal that is an event emitter. */
function aborting(): EventEmitter {
  const signal = new EventEmitter();
  setImmediate(() => signal.emit("abort"));
  return signal;
}

const AXIOS: readonly Row[] = [
  ["another service's 401", withHttp(refusing, (url) => axios.get(url)), UPSTREAM],
  ["a timeout", withHttp(silent, (url) => axios.get(url, { timeout: 30 })), TIMEOUT],
  [
    "a timeout that is called so",
    withHttp(silent, (url) => axios.get(url, { timeout: 30, transitional: { clarifyTimeoutError: true } })),
    TIMEOUT,
  ],
  ["a signal", withHttp(silent, (url) => axios.get(url, { signal: AbortSignal.timeout(30) })), TIMEOUT],
  ["a connection that ends early", withHttp(reset, (url) => axios.get(url)), UPSTREAM],
  ["garbage", withServer(garbage, (port) => axios.get(at(port))), UPSTREAM],
  [
    "a wrong option",
    caught(() => axios.get(CLOSED, { transitional: { silentJSONParsing: SECRETS.password as never } })),
    INTERNAL,
  ],
  ...["ERR_BAD_OPTION", "ERR_INVALID_URL", "ERR_NOT_SUPPORT"].map(
    (code): Row => [code, made(() => new axios.AxiosError(SECRETS.password, code)), INTERNAL],
  ),
];

const patient = { apiKey: SECRETS.password, maxRetries: 0 };
const openai = (baseURL: string, options: object = {}) => new OpenAI({ ...patient, baseURL }).models.list(options);
const anthropic = (baseURL: string, options: object = {}) =>
  new Anthropic({ ...patient, baseURL }).models.list({}, options);

/** The same calls for each SDK of a model API. */
const ofModels = (list: (baseURL: string, options?: object) => PromiseLike<unknown>): readonly Row[] => [
  ["another service's 401", withHttp(refusing, (url) => list(url)), UPSTREAM],
  ["a timeout", withHttp(silent, (url) => list(url, { timeout: 30 })), TIMEOUT],
  ["a signal", withHttp(silent, (url) => list(url, { signal: AbortSignal.timeout(30) })), TIMEOUT],
  ["a port that nothing listens on", caught(() => list(CLOSED)), UPSTREAM],
  ["a connection that ends early", withHttp(reset, (url) => list(url)), UPSTREAM],
];

export const HTTP_CLIENTS: readonly Family[] = [
  { library: "openai", rows: ofModels(openai) },
  { library: "@anthropic-ai/sdk", rows: ofModels(anthropic) },
  { library: "got", rows: GOT },
  { library: "ky", rows: KY },
  { library: "ofetch", rows: OFETCH },
  { library: "node-fetch", rows: [...NODE_FETCH, ...NODE_FETCH_2] },
  { library: "node", recognizer: "fetch", rows: [...FETCH, ...GENERATED] },
  { library: "undici", rows: UNDICI },
  { library: "axios", rows: AXIOS },
];
