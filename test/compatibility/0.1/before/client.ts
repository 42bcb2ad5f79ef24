import {
  type AnswerFacts,
  type Client,
  createClient,
  type GivenUp,
  isNetworkError,
  isTimeoutError,
  isUnexpectedAnswer,
  parseError,
  parseTask,
  type RequestError,
  UnexpectedAnswerError,
} from "@uhp-errors/client";
import { defineCatalog, RETRY_RULES, RETRY_TABLE, type RetryAdvice, retryAdvice } from "@uhp-errors/core";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ left: z.int().nonnegative() }),
    },
  },
});

/** What a page shows for the end of a request. */
export async function order(baseUrl: string): Promise<string> {
  const client = createClient({
    baseUrl,
    token: () => "key",
    catalog: acme,
    maxAttempts: 2,
    backoffMs: 1,
    cancel: ({ idempotencyKey, reason }: GivenUp) => console.error(idempotencyKey, reason),
  });
  try {
    await client.json("/v1/orders", { method: "POST", body: "{}", timeoutSeconds: 5 });
    return "ordered";
  } catch (thrown) {
    if (isNetworkError(thrown) || isTimeoutError(thrown)) return "The service cannot be reached.";
    if (!client.isRequestError(thrown)) throw thrown;
    if (thrown.code === "acme_sold_out") return `Only ${thrown.detail?.left} are left.`;
    if (thrown.type === "authentication_error") return "Sign in.";
    return `Something went wrong. Tell us this number: ${thrown.requestId}.`;
  }
}

/** What reads a response that `fetch` gave. */
export async function read(response: Response): Promise<string> {
  const error: RequestError = await parseError(response);
  return error.code ?? `${error.status} ${error.excerpt}`;
}

/** What tells a proxy's page. */
export async function isPage(response: Response): Promise<boolean> {
  const error = await parseError(response);
  return isUnexpectedAnswer(error) && error instanceof UnexpectedAnswerError && error.name === "UnexpectedAnswerError";
}

export const failedTask = (body: unknown): string | undefined => parseTask(body)?.code ?? undefined;

export const statusOf = ({ status }: AnswerFacts): number => status;

export const ask = (client: Pick<Client, "fetch" | "json">): Promise<Response> => client.fetch("/v1/orders/1");

export const advice: RetryAdvice = retryAdvice(
  { type: "server_error", code: "acme_gpu_cold", status: 503, retryAfter: 2 },
  { method: "POST", hasIdempotencyKey: true },
);
export const rules: readonly string[] = Object.keys(RETRY_RULES);
export const table: readonly object[] = RETRY_TABLE;
