import { Controller, Get, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { UhpModule } from "@uhp-errors/nestjs";
import { ask } from "./ask.cjs";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });

class Missing {
  find() {
    throw acme.error("harness_not_found", { param: "harness_id" });
  }
}
const descriptor = Object.getOwnPropertyDescriptor(Missing.prototype, "find");
Get("v1/harnesses/:id")(Missing.prototype, "find", descriptor);
Controller()(Missing);

class AppModule {}
Module({ imports: [UhpModule.forRoot({ contract })], controllers: [Missing] })(AppModule);

for (const adapter of [new ExpressAdapter(), new FastifyAdapter()]) {
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  await app.listen(0, "127.0.0.1");
  await ask(app.getHttpServer(), () => app.close());
}
