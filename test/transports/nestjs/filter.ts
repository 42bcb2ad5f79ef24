import { type ArgumentsHost, Catch } from "@nestjs/common";
import { RpcException, type TcpContext } from "@nestjs/microservices";
import { BaseWsExceptionFilter, WsException } from "@nestjs/websockets";
import { createContract, type Recognizer } from "@uhp-errors/core";
import { throwError } from "rxjs";
import { acme, onError } from "./orders.ts";

/** What Nest throws for a guard differs from other exceptions only in its text. */
const guards: Recognizer = {
  name: "nest-guards",
  recognize(thrown) {
    const isOfNest = thrown instanceof WsException || thrown instanceof RpcException;
    return isOfNest && thrown.message === "Forbidden resource" ? { code: "forbidden" } : undefined;
  },
};

export const contract = createContract(acme, { recognize: [guards], onError });

const IDEMPOTENT: ReadonlySet<string> = new Set(["order.find"]);

@Catch()
export class CallFilter extends BaseWsExceptionFilter {
  override catch(thrown: unknown, host: ArgumentsHost): unknown {
    if (host.getType() === "http") throw thrown; // UhpModule answers it.
    const isRpc = host.getType() === "rpc";
    const name = isRpc ? host.switchToRpc().getContext<TcpContext>().getPattern() : host.switchToWs().getPattern();
    const call = { transport: isRpc ? "nest-rpc" : "nest-ws", name, idempotent: IDEMPOTENT.has(name) };
    const { error, retry } = contract.handleError(thrown, call);
    if (isRpc) return throwError(() => ({ error, retry }));
    const acknowledge: unknown = host.getArgByIndex(2);
    if (typeof acknowledge === "function") return acknowledge({ error, retry });
    return this.emitMessage(host.switchToWs().getClient(), "exception", { error, retry });
  }
}
