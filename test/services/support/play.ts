import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { type Answer, cookieField, exchange, keepCookies } from "../../ecosystem/support/wire.ts";
import { start } from "./service.ts";
import type { Step } from "./steps.ts";

/** What a client and the operator of a service see of one request. */
export interface Seen {
  readonly answer: Answer;
  /** The statuses of the lines that each log has for it, by the text of the line. */
  readonly logged: Readonly<Record<string, readonly unknown[]>>;
}

/** What came of all requests to one service. */
export interface Played {
  readonly seen: ReadonlyMap<string, Seen>;
  /** How many requests the metrics count, by status. */
  readonly counted: Readonly<Record<string, number>>;
  /** What the service printed beside its log. */
  readonly errors: string;
}

/** Starts a service, sends it requests in order, as one client with cookies, and lets it end. */
export async function play(
  main: string,
  steps: Readonly<Record<string, Step>>,
  env: Readonly<Record<string, string>>,
): Promise<Played> {
  const service = await start(main, env);
  const cookies = new Map<string, string>();
  const answers = new Map<string, Answer>();
  let index = 0;
  for (const [name, step] of Object.entries(steps)) {
    const headers = { "X-Request-Id": idOf(index), ...cookieField(cookies), ...step.headers };
    const answer =
      step.messages === undefined ? await ask(service.port, step, headers) : await talk(service.port, step, headers);
    keepCookies(answer, cookies);
    answers.set(name, answer);
    index += 1;
  }
  const { lines, errors } = await service.stop();
  const seen = [...answers].map(([name, answer], at): [string, Seen] => {
    const logged = new Map<string, readonly unknown[]>();
    for (const { msg, ...line } of lines.filter((one) => idIn(one) === idOf(at))) {
      logged.set(String(msg), [...(logged.get(String(msg)) ?? []), statusIn(line)]);
    }
    return [name, { answer, logged: Object.fromEntries(logged) }];
  });
  const totals = lines.flatMap(({ totals }) => (totals ?? []) as readonly [number, number][]);
  const counted: Record<string, number> = {};
  for (const [status, count] of totals) counted[status] = (counted[status] ?? 0) + count;
  return { seen: new Map(seen), counted, errors };
}

function idOf(index: number): string {
  return `request-${String(index).padStart(8, "0")}`;
}

function idIn({ id, reqId, req }: Readonly<Record<string, unknown>>): unknown {
  return id ?? reqId ?? (req as { readonly id?: unknown } | undefined)?.id;
}

function statusIn({ status, res }: Readonly<Record<string, unknown>>): unknown {
  return status ?? (res as { readonly statusCode?: unknown } | undefined)?.statusCode;
}

function ask(port: number, step: Step, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const { method = "GET", path, json, body = "", until } = step;
  const type: Record<string, string> = json === undefined ? {} : { "Content-Type": "application/json" };
  return exchange(port, {
    method,
    path,
    headers: { ...type, ...headers },
    body: json === undefined ? body : JSON.stringify(json),
    ...(until === undefined ? {} : { until }),
  });
}

/** Talks over a WebSocket. Its messages, and how it was closed, are the body. */
async function talk(port: number, step: Step, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${step.path}`, { headers });
  const heard: string[] = [];
  const left = [...(step.messages ?? [])];
  const next = () => {
    const message = left.shift();
    if (message !== undefined) socket.send(message);
    else if (step.isClosed !== true) socket.close(1000);
  };
  const refused = once(socket, "unexpected-response").then(([, incoming]) => answerOf(incoming as IncomingMessage));
  socket.on("message", (data) => {
    heard.push(String(data));
    next();
  });
  socket.on("open", next);
  const closed = once(socket, "close").then(([code, reason]): Answer => {
    const body = [...heard, `${code} ${reason}`].join("\n");
    return { status: 101, head: [], headers: {}, body, whole: true };
  });
  // Both reject when the service is gone.
  return Promise.race([closed, refused]).catch(({ message }: Error) => {
    return { status: 0, head: [], headers: {}, body: [...heard, message].join("\n"), whole: false };
  });
}

async function answerOf(incoming: IncomingMessage): Promise<Answer> {
  const { statusCode = 0, rawHeaders, httpVersion, statusMessage } = incoming;
  const chunks: string[] = [];
  for await (const chunk of incoming.setEncoding("latin1")) chunks.push(chunk as string);
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ""}`] : [],
  );
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
  );
  incoming.destroy();
  return {
    status: statusCode,
    head: [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...fields],
    headers,
    body: chunks.join(""),
    whole: incoming.complete,
  };
}
