import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";

/** An error that clients may read. */
export class BookingError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly details: object | undefined;

  constructor(statusCode: number, code: string, message: string, details?: object) {
    super(message);
    this.name = "BookingError";
    this.statusCode = statusCode;
    this.code = code;
    this.details = details;
  }
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, "request failed");
  const isOwn = error instanceof BookingError;
  void reply.code(status).send({
    message: status < 500 ? error.message : "Something went wrong.",
    ...(isOwn ? { code: error.code, details: error.details } : {}),
    ...(error.validation === undefined ? {} : { issues: error.validation.map(({ message }) => message) }),
  });
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).send({ message: `There is nothing at ${request.url}.` });
}
