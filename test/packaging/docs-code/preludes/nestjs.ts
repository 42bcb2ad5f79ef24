/** What the examples for NestJS take for granted. */
import type { INestApplication } from "@nestjs/common";
import type { OpenAPIObject } from "@nestjs/swagger";
import { type Contract, defineCatalog } from "@uhp-errors/core";

export { Controller, Get, Inject, Module, Param, Req, Res, UseGuards, ValidationPipe } from "@nestjs/common";
export { NestFactory } from "@nestjs/core";
export { FastifyAdapter } from "@nestjs/platform-fastify";
export { SwaggerModule } from "@nestjs/swagger";
export { createContract, serializeReport } from "@uhp-errors/core";
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

export const acme = defineCatalog({ vendor: "acme" });
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
