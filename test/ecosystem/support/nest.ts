import "reflect-metadata";
import type { AddressInfo } from "node:net";
import type { INestApplication, ModuleMetadata, Type } from "@nestjs/common";
import { type AbstractHttpAdapter, NestFactory } from "@nestjs/core";
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { UhpModule } from "@uhp-errors/nestjs";
import type { Framework } from "./setup.ts";

/** What a setup adds to an app before it is created, as a root module and a `main.ts` do. */
export interface NestParts {
  readonly controllers: Type[];
  readonly imports: NonNullable<ModuleMetadata["imports"]>;
  readonly providers: NonNullable<ModuleMetadata["providers"]>;
  /** What `main.ts` does with the app on either platform. */
  readonly main: ((app: INestApplication) => unknown)[];
  /** The same, but only on one platform. */
  readonly onExpress: ((app: NestExpressApplication) => unknown)[];
  readonly onFastify: ((app: NestFastifyApplication) => unknown)[];
}

/** Nest in the way that docs/nestjs.md recommends: nothing but a module. */
function nestFramework(name: string, make: () => AbstractHttpAdapter): Framework<NestParts> {
  return {
    name,
    start: async (setup, run, contract) => {
      const parts: NestParts = { controllers: [], imports: [], providers: [], main: [], onExpress: [], onFastify: [] };
      await setup.mount(parts, run);
      const { controllers, imports, providers } = parts;
      const module = contract === undefined ? [] : [UhpModule.forRoot({ contract })];
      class Root {}
      const root = { module: Root, imports: [...module, ...imports], controllers, providers };
      const adapter = make();
      const options = { logger: false, abortOnError: false, forceCloseConnections: true } as const;
      const app = await NestFactory.create(root, adapter, options);
      const own = adapter.getType() === "express" ? parts.onExpress : parts.onFastify;
      for (const use of [...parts.main, ...own]) await use(app as NestExpressApplication & NestFastifyApplication);
      setup.prepare?.(app.getHttpServer(), run);
      await app.listen(0, "127.0.0.1");
      return { port: (app.getHttpServer().address() as AddressInfo).port, close: () => app.close() };
    },
  };
}

export const NEST_EXPRESS: readonly Framework<NestParts>[] = [
  nestFramework("@nestjs/platform-express", () => new ExpressAdapter()),
];

export const NEST_FASTIFY: readonly Framework<NestParts>[] = [
  nestFramework("@nestjs/platform-fastify", () => new FastifyAdapter({ forceCloseConnections: true })),
];

/** Both platforms. */
export const NEST: readonly Framework<NestParts>[] = [...NEST_EXPRESS, ...NEST_FASTIFY];
