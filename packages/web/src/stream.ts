import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { answerTo } from "./answers.ts";
import { exchangeOf } from "./request-context.ts";

/**
 * Answers with a stream of server-sent events. Resolves with the response once its first event is there, so that a failure before that
 * is an ordinary error response. A failure after it ends the stream with the two events of the contract. Never rejects.
 *
 * @param produce Sends the events. The stream ends when what it returns is settled.
 * @example
 * return stream(contract, request, { responseObject }, async (events) => {
 *   await events.send({ type: "response.created", response: responseObject });
 * });
 */
export function stream(
  contract: Contract,
  request: Request,
  options: StreamOptions,
  produce: (events: EventStream) => unknown,
): Promise<Response> {
  const context = exchangeOf(request);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
  return new Promise<Response>((resolve) => {
    const events = contract.stream(writable, context, {
      ...options,
      onStart(head) {
        resolve(new Response(readable, { status: head.status, headers: head.headers }));
        options.onStart?.(head);
      },
      onRefused: (thrown) => resolve(answerTo(contract, thrown, context)),
    });
    new Promise((ready) => ready(produce(events))).then(
      () => events.end(),
      (thrown: unknown) => events.fail(thrown),
    );
  }).catch((thrown: unknown) => answerTo(contract, thrown, context));
}
