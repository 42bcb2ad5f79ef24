import type { Contract } from "@uhp-errors/core";

/** A handler of the fetch standard, and what a client gets from it. */
export interface Exchange {
  readonly name: string;
  /** The request, if it is not `GET /case`. */
  readonly request?: { readonly method: string; readonly headers?: Record<string, string>; readonly body?: string };
  /** The code of the error that is sent; absent for a success, which must be the same as without a contract. */
  readonly code?: string;
  /** Whether its body comes in pieces, and without a length. */
  readonly isPiecemeal?: boolean;
  answer(request: Request, contract: Contract): Response | Promise<Response>;
}

const ENCODER = new TextEncoder();

/** A body that comes in pieces, each in a separate turn, and then ends or breaks off. */
export function inPieces(pieces: readonly string[], failure?: Error): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const piece = pieces[next];
      next += 1;
      if (piece !== undefined) return controller.enqueue(ENCODER.encode(piece));
      return failure === undefined ? controller.close() : controller.error(failure);
    },
  });
}
