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
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { attach } from "@uhp-errors/node";
import { cover } from "./cover.ts";
import { ObservingFilter, UhpExceptionFilter } from "./filter.ts";

/** Options of {@link UhpModule}. */
export interface UhpModuleOptions {
  /** What `createContract` returned. */
  readonly contract: Contract;
}

/** Options of {@link UhpModule} if they are made from other providers. */
export interface UhpModuleAsyncOptions extends Pick<ModuleMetadata, "imports"> {
  /** The providers that are passed to `useFactory`, in this order. */
  readonly inject?: FactoryProvider["inject"];
  readonly useFactory: (...providers: never[]) => UhpModuleOptions | Promise<UhpModuleOptions>;
}

/** The injection token of the contract, for all modules. */
export const UHP_CONTRACT = Symbol("uhp-errors/contract");

const UHP_OPTIONS = Symbol("uhp-errors/options");

/**
 * Applies a contract to a whole Nest app, on Express or Fastify. It covers the platform, Nest's own errors, and what
 * handlers, guards, pipes and interceptors throw. Import it once, in the root module.
 *
 * @example
 * Module({ imports: [UhpModule.forRoot({ contract })], controllers: [HarnessController] })(AppModule);
 */
export class UhpModule implements NestModule, OnApplicationBootstrap {
  readonly #contract: AdapterContract;
  readonly #host: HttpAdapterHost;

  constructor(contract: AdapterContract, host: HttpAdapterHost) {
    this.#contract = contract;
    this.#host = host;
  }

  /**
   * Returns the module for a contract that was made outside of Nest.
   *
   * @throws TypeError if it gets anything but a contract.
   */
  static forRoot(options: UhpModuleOptions): DynamicModule {
    expectContract(Object(options).contract, "UhpModule.forRoot({ contract })");
    return moduleWith({ provide: UHP_OPTIONS, useFactory: () => options });
  }

  /** Returns the module for a contract that is made from other providers, such as a logger or the configuration. */
  static forRootAsync({ imports = [], inject = [], useFactory }: UhpModuleAsyncOptions): DynamicModule {
    return { ...moduleWith({ provide: UHP_OPTIONS, inject, useFactory: useFactory as () => unknown }), imports };
  }

  /** Called by Nest before it declares its routes. An app of `Test.createTestingModule` has no platform before this. */
  async configure(): Promise<void> {
    await cover(this.#host.httpAdapter, this.#contract);
  }

  /** Called by Nest before the server listens. From now on, the contract covers the server's own errors as well. */
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
        inject: [UHP_CONTRACT, HttpAdapterHost],
        useFactory: (contract: Contract, host: HttpAdapterHost) =>
          contract.reportOnly ? new ObservingFilter() : new UhpExceptionFilter(host),
      },
    ],
    exports: [UHP_CONTRACT],
  };
}

// Called as a function, a decorator needs no compiler support.
Module({})(UhpModule);
Inject(UHP_CONTRACT)(UhpModule, undefined, 0);
Inject(HttpAdapterHost)(UhpModule, undefined, 1);
