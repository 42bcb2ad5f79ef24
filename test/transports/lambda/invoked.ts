import type { Context } from "aws-lambda";
import { contract } from "./contract.ts";
import { placeOrder } from "./service.ts";

/** Lambda sends `name`, `message` and `stack`. */
class InvocationError extends Error {
  override readonly stack = "";
  override readonly name: string;

  constructor(name: string, body: object) {
    super(JSON.stringify(body));
    this.name = name;
  }
}

export async function handler(event: unknown, { awsRequestId }: Pick<Context, "awsRequestId">): Promise<unknown> {
  try {
    const result = await placeOrder(event);
    JSON.stringify(result); // Lambda does it too, but outside this function.
    return result;
  } catch (thrown) {
    const call = { transport: "lambda", name: "place-order", correlationId: awsRequestId };
    const { error, retry } = contract.handleError(thrown, call);
    throw new InvocationError(error.code, { error, retry });
  }
}
