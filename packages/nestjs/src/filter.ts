import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from "@nestjs/common";
import { BaseExceptionFilter, type HttpAdapterHost } from "@nestjs/core";
import { isContractError } from "@uhp-errors/core";
import { sendError } from "@uhp-errors/fastify";
import { responderInCharge } from "@uhp-errors/node";
import { fastifyPair, type NestRequest, type NestResponse, nodeResponse } from "./native.ts";
import { SOUGHT } from "./observe.ts";

/** Makes the contract of a request respond to what its handlers, guards, pipes, interceptors and middleware throw. */
export class UhpExceptionFilter implements ExceptionFilter {
  readonly #host: HttpAdapterHost;

  constructor(host: HttpAdapterHost) {
    this.#host = host;
  }

  /**
   * Called by Nest for every exception that no other filter takes. Outside of HTTP it returns nothing, and Nest then
   * does what it does without a filter.
   */
  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== "http") return;
    const http = host.switchToHttp();
    const request = http.getRequest<NestRequest>();
    const response = http.getResponse<NestResponse>();
    const responder = responderInCharge(nodeResponse(response));
    const pair = fastifyPair(request, response);
    if (responder === undefined) new BaseExceptionFilter(this.#host.httpAdapter).catch(nestsOwn(thrown), host);
    else if (pair === undefined) responder.sendError(thrown);
    else sendError(responder.contract, thrown, ...pair);
  }
}

/** The filter for a contract that only reports. It takes no exception; it only sees them. */
export class ObservingFilter implements ExceptionFilter {
  catch(): void {}
}

// Called as a function, a decorator needs no compiler support.
Catch(SOUGHT as never)(ObservingFilter);

/**
 * Converts an error of a catalog for Nest, which then responds with its status. For requests that no contract applies
 * to.
 */
function nestsOwn(thrown: unknown): unknown {
  if (!isContractError(thrown)) return thrown;
  return new HttpException(thrown.toJSON().message, thrown.status, { cause: thrown });
}
