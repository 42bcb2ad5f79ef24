import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { answerTo } from "./answers.ts";
import { exchangeOf } from "./request-context.ts";

/**
 * Answers a request with a stream of server-sent events. Resolves with the response once the first event is there. A
 * failure before that resolves with an ordinary error response. A later failure ends the stream with the contract's two
 * last events. In response to HEAD, the stream ends at its head, as if the client had left. Never rejects.
 *
 * @param options What the contract's `stream` takes, except `onRefused`, which could not return a response.
 * @param produce Sends the events. The stream ends when the promise that it returns settles.
 * @example
 * return stream(contract, request, { responseObject }, async (events) => {
 *   await events.send({ type: "response.created", response: responseObject });
 * });
 */
export function stream(
  contract: Contract,
  request: Request,
  options: Omit<StreamOptions, "onRefused">,
  produce: (events: EventStream) => unknown,
): Promise<Response> {
  const context = exchangeOf(request);
  const refuse = (thrown: unknown) => answerTo(contract as AdapterContract, thrown, context);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const drop = () => void writer.abort().catch(() => {});
  return new Promise<Response>((resolve) => {
    const events = contract.stream({ getWriter: () => writer }, context, {
      ...options,
      onStart(head) {
        const hasBody = context.method !== "HEAD";
        // No server reads a body in response to HEAD to its end, and most do not cancel it either.
        if (hasBody) context.dropStream = drop;
        else drop();
        resolve(new Response(hasBody ? readable : null, { status: head.status, headers: head.headers }));
        options.onStart?.(head);
      },
      onRefused: (thrown) => resolve(refuse(thrown)),
    });
    new Promise((ready) => ready(produce(events))).then(
      () => events.end(),
      (thrown: unknown) => events.fail(thrown),
    );
  }).catch(refuse);
}
