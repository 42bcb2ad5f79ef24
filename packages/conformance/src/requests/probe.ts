import { redactorOf, visible } from "@uhp-errors/core/internal";
import type { RawExchange, Settings } from "../options.ts";
import { type AuditOutcome, Fault, Unjudged } from "../outcome.ts";
import { type RouteLine, type RouteName, type Routes, requestOf } from "../routes.ts";
import { type Answer, type Ask, isError } from "./answer.ts";
import { printAnswer, short, writeCurl } from "./printable.ts";
import { readAnswer, readMessage } from "./read.ts";
import { CLOSED, describeCause, formOf, JSON_TYPE, printableHeaders, requestHeaders } from "./sending.ts";

/** After this many requests in a row without a response in time, no more are sent: a hostile server must not make a run last an hour. */
const MAX_STALLED = 5;

const MAX_REASON = 500;

/** The start of a path that is not UTF-8. */
const UNREADABLE = "/%ff/";

/** Sends the requests of audits, each once, and turns their results into outcomes. */
export class Probe {
  readonly settings: Settings;
  /** A string that nothing in the service contains. */
  readonly marker = `uhpcheck${crypto.randomUUID().replaceAll("-", "")}`;
  readonly #asked = new Map<string, Promise<Answer>>();
  readonly #clean: (text: string) => string;
  #left: number;
  #stalled = 0;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#left = settings.maxRequests;
    const { token, routes } = settings;
    this.#clean = redactorOf(new Set([token ?? "", routes.forbidden?.token ?? ""]));
  }

  /** Returns what is known about a route. @throws Unjudged if nothing is */
  route<Name extends RouteName>(name: Name): NonNullable<Routes[Name]> {
    const route = this.settings.routes[name];
    if (route === undefined) throw new Unjudged(`The routes have no "${name}".`);
    return route;
  }

  requestOf(line: RouteLine, parts: Readonly<Record<string, string>> = {}): Ask {
    const { method, path } = requestOf(line);
    const filled = Object.entries(parts).reduce(
      (rest, [name, value]) => rest.replaceAll(`{${name}}`, encodeURIComponent(value)),
      path,
    );
    return { method, path: filled };
  }

  nowhere(ask: Partial<Ask> = {}): Ask {
    return { path: `/${this.marker}`, ...ask };
  }

  unreadable(): Ask {
    return { path: `${UNREADABLE}${this.marker}` };
  }

  /** Returns the response to a request. Does not send a request a second time. @throws Fault if there is no response, Unjudged beyond the bounds */
  ask(ask: Ask): Promise<Answer> {
    const key = JSON.stringify(ask);
    const asked = this.#asked.get(key) ?? this.askAgain(ask);
    this.#asked.set(key, asked);
    return asked;
  }

  /** The same, but always sends the request. */
  async askAgain(ask: Ask): Promise<Answer> {
    const send = this.#senderOf(ask);
    if (this.#left <= 0) throw new Unjudged(`The limit of ${this.settings.maxRequests} requests is reached.`);
    if (this.#stalled >= MAX_STALLED) throw new Unjudged(`${MAX_STALLED} requests in a row were not answered in time.`);
    this.#left -= 1;
    const answer = await send();
    this.#tell(answer);
    return answer;
  }

  /**
   * Returns responses to requests that are refused for different reasons, and that every service has. @throws Fault if
   * the first gets no response
   */
  async samples(): Promise<readonly Answer[]> {
    const first = await this.ask(this.nowhere());
    const { success, protected: guarded, wrongMethod, json, crash } = this.settings.routes;
    const asks: Ask[] = [
      this.nowhere({ version: "1999-01-01" }),
      this.nowhere({ authorization: null }),
      this.nowhere({ authorization: `Bearer ${this.marker}` }),
      this.unreadable(),
      ...[success, guarded, wrongMethod, crash?.request].flatMap((line) =>
        line === undefined ? [] : [this.requestOf(line)],
      ),
      ...(json === undefined ? [] : [this.brokenJson(json.request)]),
    ];
    const answers: Answer[] = [first];
    // One after the other, so that a small service is not overloaded.
    for (const ask of asks) {
      const answer = await this.ask(ask).catch(() => undefined);
      if (answer !== undefined) answers.push(answer);
    }
    return answers;
  }

  /** Returns the samples that are errors. @throws Unjudged if there are none */
  async errors(): Promise<readonly Answer[]> {
    const errors = (await this.samples()).filter(isError);
    if (errors.length === 0) throw new Unjudged("No request was answered with an error.");
    return errors;
  }

  brokenJson(line: RouteLine): Ask {
    return { ...this.requestOf(line), headers: JSON_TYPE, body: `{"uhp": ${this.marker}` };
  }

  /** Makes the outcome of an audit, with strings that are safe to show. */
  outcome(thrown: unknown): AuditOutcome {
    if (thrown instanceof Unjudged) return { status: "skip", reason: this.#shown(thrown.message) };
    if (!(thrown instanceof Fault))
      return { status: "skip", reason: this.#shown(`It failed by itself: ${String(thrown)}`) };
    const { ask, answer, message } = thrown;
    return {
      status: "fail",
      reason: short(this.#shown(message), MAX_REASON),
      curl: this.#shown(writeCurl(ask, this.#urlOf(ask), printableHeaders(ask, this.settings))),
      response: visible(printAnswer(answer, this.#clean), true),
    };
  }

  #shown(text: string): string {
    return visible(this.#clean(text));
  }

  #urlOf({ path }: Ask): string {
    // The URL as it is sent, because making a URL object leaves some things out.
    const url = new URL(`${this.settings.base}${path}`);
    url.hash = "";
    return url.href;
  }

  #senderOf(ask: Ask): () => Promise<Answer> {
    const { raw } = ask;
    const { raw: exchange } = this.settings;
    if (raw === undefined) return () => this.#fetched(ask);
    if (exchange === undefined) throw new Unjudged("Only a raw socket can send this.");
    return () => this.#exchanged(ask, raw, exchange);
  }

  async #fetched(ask: Ask): Promise<Answer> {
    const { fetch } = this.settings;
    const { method = "GET", body, commentWithin } = ask;
    const timeoutMs = commentWithin === undefined ? this.settings.timeoutMs : commentWithin * 1_000;
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), timeoutMs);
    try {
      this.#stalled += 1;
      const response = await fetch(this.#urlOf(ask), {
        method,
        headers: requestHeaders(ask, this.settings),
        body: body === undefined ? null : typeof body === "string" ? body : formOf(body),
        // A redirect may lead to another host, which must not get the token.
        redirect: "manual",
        signal: ended.signal,
      });
      const answer = await readAnswer(ask, response, this.settings, ended.signal);
      if (!ended.signal.aborted) this.#stalled = 0;
      // What was not read is not waited for. Only here: an abort after `fetch` has failed is an uncaught error in some versions of Node.
      ended.abort();
      return answer;
    } catch (thrown) {
      if (!ended.signal.aborted) this.#stalled = 0;
      const why = ended.signal.aborted ? `none came within ${timeoutMs} ms` : describeCause(thrown);
      throw new Fault(`There is no answer: ${why}.`, { ask });
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchanged(ask: Ask, raw: string, exchange: RawExchange): Promise<Answer> {
    const message = await exchange(raw).catch((thrown: unknown) => {
      throw new Fault(`There is no answer: ${describeCause(thrown)}.`, { ask });
    });
    const answer = readMessage(ask, message);
    if (answer === undefined) throw new Fault(message === "" ? CLOSED : "The answer is no HTTP.", { ask });
    return answer;
  }

  #tell({ ask, status }: Answer): void {
    const { method = "GET", path, authorization, version, body, raw } = ask;
    const isPlain = [authorization, version, body, raw].every((part) => part === undefined);
    const ordinary = isPlain && !path.startsWith(UNREADABLE);
    try {
      this.settings.onResponse?.({ method, path, status, ordinary });
    } catch {
      // An observer that throws does not affect the outcome.
    }
  }
}
