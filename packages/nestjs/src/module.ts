import { EventEmitter } from "node:events";
import {
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Module,
  type ModuleMetadata,
  type NestModule,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { APP_FILTER, HttpAdapterHost } from "@nestjs/core";
import type { Contract } from "@uhp-errors/core";
import { attach, expectContract } from "@uhp-errors/node";
import { cover } from "./cover.ts";
import { UhpExceptionFilter } from "./filter.ts";

/** Options of {@link UhpModule}. */
export interface UhpModuleOptions {
  /** What `createContract` returned. */
  readonly contract: Contract;
}

/** How {@link UhpModule} gets its options from other providers. */
export interface UhpModuleAsyncOptions extends Pick<ModuleMetadata, "imports"> {
  /** The providers that `useFactory` gets, in this order. */
  readonly inject?: FactoryProvider["inject"];
  readonly useFactory: (...providers: never[]) => UhpModuleOptions | Promise<UhpModuleOptions>;
}

/** The token under which every module can inject the contract. */
export const UHP_CONTRACT = Symbol("uhp-errors/contract");

const UHP_OPTIONS = Symbol("uhp-errors/options");

/**
 * Puts a contract in force for a whole Nest app, on Express or Fastify: the platform, Nest's own errors, and what handlers, guards,
 * pipes and interceptors throw. Import it once, in the root module.
 *
 * @example
 * Module({ imports: [UhpModule.forRoot({ contract })], controllers: [HarnessController] })(AppModule);
 */
export class UhpModule implements NestModule, OnApplicationBootstrap {
  readonly #contract: Contract;
  readonly #host: HttpAdapterHost;

  constructor(contract: Contract, host: HttpAdapterHost) {
    this.#contract = contract;
    this.#host = host;
  }

  /**
   * The module for a contract that is made outside of Nest.
   *
   * @throws TypeError when it gets anything but a contract.
   */
  static forRoot(options: UhpModuleOptions): DynamicModule {
    expectContract(Object(options).contract, "UhpModule.forRoot({ contract })");
    return moduleWith({ provide: UHP_OPTIONS, useFactory: () => options });
  }

  /** The module for a contract that is made of other providers, such as a logger or the configuration. */
  static forRootAsync({ imports = [], inject = [], useFactory }: UhpModuleAsyncOptions): DynamicModule {
    return { ...moduleWith({ provide: UHP_OPTIONS, inject, useFactory: useFactory as () => unknown }), imports };
  }

  /** Called by Nest before it declares its routes. An app of `Test.createTestingModule` has its platform only now. */
  async configure(): Promise<void> {
    await cover(this.#host.httpAdapter, this.#contract);
  }

  /** Called by Nest before it listens: from here on the server's own errors are answered too. */
  onApplicationBootstrap(): void {
    const server: unknown = this.#host.httpAdapter?.getHttpServer?.();
    if (server instanceof EventEmitter) attach(server as Parameters<typeof attach>[0], this.#contract);
  }
}

function moduleWith(options: FactoryProvider): DynamicModule {
  return {
    module: UhpModule,
    global: true,
    providers: [
      options,
      {
        provide: UHP_CONTRACT,
        inject: [UHP_OPTIONS, HttpAdapterHost],
        async useFactory(made: UhpModuleOptions | undefined, { httpAdapter }: HttpAdapterHost): Promise<Contract> {
          const { contract } = Object(made) as UhpModuleOptions;
          expectContract(contract, "UhpModule.forRootAsync({ useFactory })");
          await cover(httpAdapter, contract);
          return contract;
        },
      },
      {
        provide: APP_FILTER,
        inject: [HttpAdapterHost],
        useFactory: (host: HttpAdapterHost) => new UhpExceptionFilter(host),
      },
    ],
    exports: [UHP_CONTRACT],
  };
}

// Decorators that are called need no compiler for their syntax.
Module({})(UhpModule);
Inject(UHP_CONTRACT)(UhpModule, undefined, 0);
Inject(HttpAdapterHost)(UhpModule, undefined, 1);
