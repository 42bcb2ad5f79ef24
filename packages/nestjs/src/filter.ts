import { type ArgumentsHost, type ExceptionFilter, HttpException } from "@nestjs/common";
import { BaseExceptionFilter, type HttpAdapterHost } from "@nestjs/core";
import { isContractError } from "@uhp-errors/core";
import { sendError } from "@uhp-errors/fastify";
import { responderInCharge } from "@uhp-errors/node";
import { fastifyPair, type NestRequest, type NestResponse, nodeResponse } from "./native.ts";
import { issuesOf } from "./validation.ts";

/** Answers what handlers, guards, pipes, interceptors and middleware throw, by the contract that is in force for the request. */
export class UhpExceptionFilter implements ExceptionFilter {
  readonly #host: HttpAdapterHost;

  constructor(host: HttpAdapterHost) {
    this.#host = host;
  }

  /** Called by Nest for whatever no other filter takes. Returns nothing, upon which Nest goes on by itself outside of HTTP. */
  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== "http") return;
    const http = host.switchToHttp();
    const request = http.getRequest<NestRequest>();
    const response = http.getResponse<NestResponse>();
    const responder = responderInCharge(nodeResponse(response));
    const pair = fastifyPair(request, response);
    if (responder === undefined) new BaseExceptionFilter(this.#host.httpAdapter).catch(nestsOwn(thrown), host);
    else if (pair === undefined) responder.sendError(issuesOf(thrown));
    else sendError(responder.contract, issuesOf(thrown), ...pair);
  }
}

/** What Nest answers with the status of an error of a catalog, where no contract applies. */
function nestsOwn(thrown: unknown): unknown {
  if (!isContractError(thrown)) return thrown;
  return new HttpException(thrown.toJSON().message, thrown.status, { cause: thrown });
}
