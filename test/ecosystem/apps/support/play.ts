import type { Contract } from "@uhp-errors/core";
import { type Answer, cookieField, decoded, exchange, keepCookies, type Request } from "../../support/wire.ts";
import type { App, AppStep } from "./app.ts";

/** A request as it was sent, and its response. Values that the flow keeps are replaced by their names. */
export interface Played {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly answer: Answer;
}

/**
 * Sends an application's flow to its own server.
 *
 * @param after Called after each complete response, before the next request.
 */
export async function play(
  app: App,
  contract: Contract | undefined,
  after: (name: string, played: Played) => unknown = () => {},
): Promise<ReadonlyMap<string, Played>> {
  // Express's error page for developers shows a stack, and frames of the contract would be part of it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const server = await app.start(contract);
  const client = new Client();
  const played = new Map<string, Played>();
  try {
    for (const [name, step] of Object.entries(app.flow)) {
      const request = client.prepare(step);
      const answer = await exchange(server.port, request);
      client.remember(step, answer);
      const { method = "GET", path = "/", headers } = request;
      const exchanged = { request: { method, path, headers }, answer: client.named(answer) };
      played.set(name, exchanged);
      await after(name, exchanged);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    await server.close();
  }
  return played;
}

/** Shorter values might be part of other words. */
const SHORTEST = 6;

/** A client with a cookie jar, which remembers what the flow keeps. */
class Client {
  readonly #cookies = new Map<string, string>();
  readonly #kept = new Map<string, string>();

  prepare(step: AppStep): Request & { readonly headers: Readonly<Record<string, string>> } {
    const { method, path, form, json, reply, until } = step;
    const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.#kept.get(name) ?? "");
    const type =
      form !== undefined ? "application/x-www-form-urlencoded" : json !== undefined ? "application/json" : "";
    const content =
      form !== undefined
        ? Object.entries(form)
            .map((pair) => pair.map((part) => encodeURIComponent(fill(part))).join("="))
            .join("&")
        : json !== undefined
          ? JSON.stringify(json)
          : (step.body ?? "");
    const own = Object.entries(step.headers ?? {}).map(([name, value]) => [name, fill(value)]);
    return {
      ...(method === undefined ? {} : { method }),
      path: fill(path),
      headers: {
        ...(type === "" ? {} : { "Content-Type": type }),
        ...cookieField(this.#cookies),
        ...(Object.fromEntries(own) as Record<string, string>),
      },
      body: typeof content === "string" ? fill(content) : content,
      ...(until === undefined ? {} : { until }),
      ...(reply === undefined ? {} : { onFirstBytes: (write: (bytes: Buffer) => void) => write(reply) }),
    };
  }

  /** Keeps the cookies of a response, as a browser does, and the values that the flow asks for. */
  remember({ keep = {} }: AppStep, answer: Answer): void {
    keepCookies(answer, this.#cookies);
    const text = `${answer.head.join("\n")}\n\n${decoded(answer)}`;
    for (const [name, pattern] of Object.entries(keep)) {
      const value = pattern.exec(text)?.[1];
      if (value !== undefined) this.#kept.set(name, value);
    }
  }

  named(answer: Answer): Answer {
    const rename = (text: string) =>
      [...this.#kept].reduce(
        (named, [name, value]) => (value.length < SHORTEST ? named : named.replaceAll(value, `{{${name}}}`)),
        text,
      );
    return { ...answer, head: answer.head.map(rename), body: rename(answer.body) };
  }
}
