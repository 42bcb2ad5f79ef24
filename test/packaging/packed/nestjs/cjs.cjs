const { Controller, Get, Module } = require("@nestjs/common");
const { NestFactory } = require("@nestjs/core");
const { ExpressAdapter } = require("@nestjs/platform-express");
const { FastifyAdapter } = require("@nestjs/platform-fastify");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { UhpModule } = require("@uhp-errors/nestjs");
const { ask } = require("./ask.cjs");

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

async function main() {
  for (const adapter of [new ExpressAdapter(), new FastifyAdapter()]) {
    const app = await NestFactory.create(AppModule, adapter, { logger: false });
    await app.listen(0, "127.0.0.1");
    await ask(app.getHttpServer(), () => app.close());
  }
}

// An unhandled rejection ends the process with an error.
void main();
