/** A response of `fetch`. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

/** A response of supertest. */
export interface SupertestResponse {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
}

/** A response of Fastify's `inject`. */
export interface InjectResponse {
  readonly statusCode: number;
  readonly headers: object;
  readonly body: string;
}

/** What a test got from a service: a response of `fetch`, supertest or `inject`, or a promise of one. */
export type TestedResponse =
  | FetchResponse
  | SupertestResponse
  | InjectResponse
  | PromiseLike<FetchResponse | SupertestResponse | InjectResponse>;

/** The parts of a response that are checked, whichever client received it. */
export interface Answer {
  readonly status: number;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  readonly body: string;
}

/**
 * Reads a response. A response of `fetch` stays readable, because a copy of its body is read. The body of an event
 * stream is not read.
 *
 * @throws TypeError if it is not a response, or if its body was read before.
 */
export async function readAnswer(given: TestedResponse): Promise<Answer> {
  const response: unknown = await given;
  if (typeof response !== "object" || response === null) throw notOne();
  const { headers } = response as Partial<FetchResponse>;
  const { status = (response as Partial<InjectResponse>).statusCode } = response as Partial<FetchResponse>;
  if (typeof status !== "number" || typeof headers !== "object" || headers === null) throw notOne();
  const header = readHeader(headers);
  return { status, header, body: isStream(status, header) ? "" : await readBody(response) };
}

/** Whether a response is an event stream, which may never end. An error never is, whatever its headers say. */
function isStream(status: number, header: Answer["header"]): boolean {
  return status < 400 && /^text\/event-stream\b/i.test(header("content-type") ?? "");
}

function readHeader(headers: object): Answer["header"] {
  const { get } = headers as Partial<FetchResponse["headers"]>;
  if (typeof get === "function") return (name) => get.call(headers, name) ?? undefined;
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as unknown]));
  return (name) => fields.get(name)?.toString();
}

async function readBody(response: object): Promise<string> {
  const { bodyUsed, clone } = response as Partial<FetchResponse>;
  if (typeof clone === "function") {
    if (bodyUsed) throw new TypeError("the body was read before; check the response first, it stays readable");
    return await clone.call(response).text();
  }
  const { text } = response as Partial<SupertestResponse>;
  const { body } = response as Partial<InjectResponse>;
  if (typeof text === "string") return text;
  return typeof body === "string" ? body : "";
}

function notOne(): TypeError {
  return new TypeError("expected a response of fetch, supertest or inject, or a promise of one");
}
