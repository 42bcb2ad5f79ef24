/** A response of `fetch`. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

/** A response of supertest. */
export interface SupertestAnswer {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
}

/** A response of Fastify's `inject`. */
export interface InjectAnswer {
  readonly statusCode: number;
  readonly headers: object;
  readonly body: string;
}

/** What a test got from a service: a response of `fetch`, supertest or `inject`, or a promise of one. */
export type TestedResponse =
  | FetchAnswer
  | SupertestAnswer
  | InjectAnswer
  | PromiseLike<FetchAnswer | SupertestAnswer | InjectAnswer>;

/** A response, read once, whatever gave it. */
export interface Answer {
  readonly status: number;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  readonly body: string;
}

/**
 * Reads a response. That of `fetch` stays readable: a copy of its body is read. The body of a stream of events is not read.
 *
 * @throws TypeError when it is no response, or its body was read before.
 */
export async function answerOf(given: TestedResponse): Promise<Answer> {
  const response: unknown = await given;
  if (typeof response !== "object" || response === null) throw notOne();
  const { headers } = response as Partial<FetchAnswer>;
  const { status = (response as Partial<InjectAnswer>).statusCode } = response as Partial<FetchAnswer>;
  if (typeof status !== "number" || typeof headers !== "object" || headers === null) throw notOne();
  const header = headerOf(headers);
  return { status, header, body: isStream(status, header) ? "" : await bodyOf(response) };
}

/** Whether it is a stream of events, which may never end. An error is none, whatever it says of itself. */
function isStream(status: number, header: Answer["header"]): boolean {
  return status < 400 && /^text\/event-stream\b/i.test(header("content-type") ?? "");
}

function headerOf(headers: object): Answer["header"] {
  const { get } = headers as Partial<FetchAnswer["headers"]>;
  if (typeof get === "function") return (name) => get.call(headers, name) ?? undefined;
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as unknown]));
  return (name) => fields.get(name)?.toString();
}

async function bodyOf(response: object): Promise<string> {
  const { bodyUsed, clone } = response as Partial<FetchAnswer>;
  if (typeof clone === "function") {
    if (bodyUsed) throw new TypeError("the body was read before; check the response first, it stays readable");
    return await clone.call(response).text();
  }
  const { text } = response as Partial<SupertestAnswer>;
  const { body } = response as Partial<InjectAnswer>;
  if (typeof text === "string") return text;
  return typeof body === "string" ? body : "";
}

function notOne(): TypeError {
  return new TypeError("expected a response of fetch, supertest or inject, or a promise of one");
}
