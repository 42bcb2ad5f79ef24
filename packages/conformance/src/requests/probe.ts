import { redactorOf } from "@uhp-errors/core/redaction";
import type { Settings } from "../options.ts";
import { Fault, type Outcome, Unjudged } from "../outcome.ts";
import { type RouteLine, type RouteName, type Routes, requestOf } from "../routes.ts";
import { type Answer, type Ask, isError } from "./answer.ts";
import { readAnswer, readMessage } from "./read.ts";
import { CLOSED, causeOf, formOf, headersOf, JSON_TYPE, shownHeadersOf } from "./sending.ts";
import { curlOf, short, shownAnswer, visible } from "./shown.ts";

/** Requests in a row that are not answered in time, after which no more are sent: a hostile server must not hold a run up for an hour. */
const MAX_STALLED = 5;

/** Characters of a reason. */
const MAX_REASON = 500;

/** The beginning of a path that is no UTF-8. */
const UNREADABLE = "/%ff/";

/** Sends what audits ask, each request once, and shows what came of it. */
export class Probe {
  readonly settings: Settings;
  /** Stands in nothing that a service knows. */
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

  /** What is known of a route. @throws Unjudged where nothing is */
  route<Name extends RouteName>(name: Name): NonNullable<Routes[Name]> {
    const route = this.settings.routes[name];
    if (route === undefined) throw new Unjudged(`It needs "${name}" in the routes.`);
    return route;
  }

  /** A request of a route's. */
  requestOf(line: RouteLine, parts: Readonly<Record<string, string>> = {}): Ask {
    const { method, path } = requestOf(line);
    const filled = Object.entries(parts).reduce(
      (rest, [name, value]) => rest.replaceAll(`{${name}}`, encodeURIComponent(value)),
      path,
    );
    return { method, path: filled };
  }

  /** A request for an address at which there is nothing. */
  nowhere(ask: Partial<Ask> = {}): Ask {
    return { path: `/${this.marker}`, ...ask };
  }

  /** A request for an address that cannot be decoded. */
  unreadable(): Ask {
    return { path: `${UNREADABLE}${this.marker}` };
  }

  /** The answer to a request. What was asked before is not sent again. @throws Fault without an answer, Unjudged beyond the bounds */
  ask(ask: Ask): Promise<Answer> {
    const key = JSON.stringify(ask);
    const asked = this.#asked.get(key) ?? this.askAgain(ask);
    this.#asked.set(key, asked);
    return asked;
  }

  /** The same, and sent again in any case. */
  async askAgain(ask: Ask): Promise<Answer> {
    if (this.#left <= 0) throw new Unjudged(`The limit of ${this.settings.maxRequests} requests is reached.`);
    if (this.#stalled >= MAX_STALLED) throw new Unjudged(`${MAX_STALLED} requests in a row were not answered in time.`);
    this.#left -= 1;
    const answer = await (ask.raw === undefined ? this.#fetched(ask) : this.#exchanged(ask, ask.raw));
    this.#tell(answer);
    return answer;
  }

  /**
   * Answers to requests that are refused for different reasons, none of which needs to be known of the service. @throws Fault
   * where the first gets no answer
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
    // One after the other, so that a small service is not flooded.
    for (const ask of asks) {
      const answer = await this.ask(ask).catch(() => undefined);
      if (answer !== undefined) answers.push(answer);
    }
    return answers;
  }

  /** The samples that are errors. @throws Unjudged where none is */
  async errors(): Promise<readonly Answer[]> {
    const errors = (await this.samples()).filter(isError);
    if (errors.length === 0) throw new Unjudged("No request was answered with an error.");
    return errors;
  }

  /** JSON that does not parse, with the marker in it. */
  brokenJson(line: RouteLine): Ask {
    return { ...this.requestOf(line), headers: JSON_TYPE, body: `{"uhp": ${this.marker}` };
  }

  /** What came of an audit, in texts that are safe to show. */
  outcome(thrown: unknown): Outcome {
    if (thrown instanceof Unjudged) return { status: "skip", reason: this.#shown(thrown.message) };
    if (!(thrown instanceof Fault))
      return { status: "skip", reason: this.#shown(`It failed by itself: ${String(thrown)}`) };
    const { ask, answer, message } = thrown;
    return {
      status: "fail",
      reason: short(this.#shown(message), MAX_REASON),
      curl: this.#shown(curlOf(ask, this.#urlOf(ask), shownHeadersOf(ask, this.settings))),
      response: visible(shownAnswer(answer, this.#clean), true),
    };
  }

  #shown(text: string): string {
    return visible(this.#clean(text));
  }

  #urlOf({ path }: Ask): string {
    // As it is sent: without what a URL leaves out.
    const url = new URL(`${this.settings.base}${path}`);
    url.hash = "";
    return url.href;
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
        headers: headersOf(ask, this.settings),
        body: body === undefined ? null : typeof body === "string" ? body : formOf(body),
        // Never to another host, and never the token.
        redirect: "manual",
        signal: ended.signal,
      });
      const answer = await readAnswer(ask, response, this.settings, ended.signal);
      if (!ended.signal.aborted) this.#stalled = 0;
      return answer;
    } catch (thrown) {
      if (!ended.signal.aborted) this.#stalled = 0;
      const why = ended.signal.aborted ? `none came within ${timeoutMs} ms` : causeOf(thrown);
      throw new Fault(`There is no answer: ${why}.`, { ask });
    } finally {
      clearTimeout(timer);
      ended.abort();
    }
  }

  async #exchanged(ask: Ask, raw: string): Promise<Answer> {
    const { raw: exchange } = this.settings;
    if (exchange === undefined) throw new Unjudged("It needs raw sockets.");
    const message = await exchange(raw).catch((thrown: unknown) => {
      throw new Fault(`There is no answer: ${causeOf(thrown)}.`, { ask });
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
      this.settings.onAnswer?.({ method, path, status, ordinary });
    } catch {
      // Who watches does not decide.
    }
  }
}
