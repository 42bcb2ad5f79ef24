import type { ClientProxy } from "@nestjs/microservices";
import { parseErrorObject } from "@uhp-errors/client";
import { lastValueFrom } from "rxjs";
import type { Socket } from "socket.io-client";
import { acme } from "./orders.ts";

/** socket.io, with an acknowledgement. */
export async function place(socket: Socket, order: object) {
  const answer = await socket.emitWithAck("order.place", order);
  const error = parseErrorObject(answer, { catalog: acme });
  if (error !== undefined) throw error;
  return answer;
}

/** ws, and socket.io without an acknowledgement: the data of the event `exception`. */
export const readException = (data: unknown) => parseErrorObject(data, { catalog: acme });

/** A microservice. */
export const command = (client: ClientProxy, order: object) =>
  lastValueFrom(client.send("order.place", order)).catch((reason: unknown) => {
    throw parseErrorObject(reason, { catalog: acme }) ?? reason;
  });
