/** What the examples for NestJS take for granted. */
import type { INestApplication } from "@nestjs/common";
import type { OpenAPIObject } from "@nestjs/swagger";
import { type Contract, defineCatalog } from "@uhp-errors/core";

export {
  ConflictException,
  Controller,
  Get,
  HttpException,
  Inject,
  Module,
  Param,
  Req,
  Res,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common";
export { NestFactory } from "@nestjs/core";
export { FastifyAdapter } from "@nestjs/platform-fastify";
export { SwaggerModule } from "@nestjs/swagger";
export { createContract, recognizeClass, serializeReport } from "@uhp-errors/core";
export { describeErrors } from "@uhp-errors/exports";
export {
  BearerGuard,
  bearer,
  exceptionFactory,
  operationsOf,
  requestContext,
  stream,
  UHP_CONTRACT,
  UhpErrorCodes,
  UhpModule,
} from "@uhp-errors/nestjs";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_email_taken: { status: 409, message: "This address has an account." } },
});
export declare const app: INestApplication;
export declare const contract: Contract;
export declare const document: OpenAPIObject;
export declare const config: Omit<OpenAPIObject, "paths">;
export declare class AppModule {}
export declare class HarnessController {}
export declare class LogModule {}
export declare class Log {
  error(report: object): void;
}
export declare const accounts: { byToken(token: string): { readonly name: string } | undefined };
