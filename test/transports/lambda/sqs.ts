import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { contract } from "./contract.ts";
import { deadLetter, placeOrder } from "./service.ts";

export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of Records) {
    try {
      await placeOrder(JSON.parse(body));
    } catch (thrown) {
      const call = { transport: "sqs", name: "place-order", correlationId: messageId, idempotent: true };
      const { error, retry } = contract.handleError(thrown, call);
      if (retry.automatic) batchItemFailures.push({ itemIdentifier: messageId });
      else await deadLetter({ messageId, body, error });
    }
  }
  return { batchItemFailures };
}
