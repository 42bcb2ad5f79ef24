import "reflect-metadata";
import type { ExecutionContext } from "@nestjs/common";
import { ExpressAdapter } from "@nestjs/platform-express";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { expect, test } from "vitest";
import { replaceMethod } from "./adapter.ts";
import { BearerGuard } from "./bearer-guard.ts";
import { cover } from "./cover.ts";
import { UHP_CONTRACT, UhpModule } from "./module.ts";
import { fastifyPair, nodeRequest, nodeResponse } from "./native.ts";

function contractOf() {
  const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });
  expectContract(contract, "the test");
  return contract;
}

test("a contract covers an adapter once", async () => {
  const contract = contractOf();
  const adapter = new ExpressAdapter();
  const covered = () => [
    adapter.reply,
    adapter.setErrorHandler,
    adapter.setNotFoundHandler,
    adapter.getInstance().handle,
  ];
  const bare = covered();
  await cover(adapter, contract);
  const first = covered();
  await cover(adapter, contract);
  expect(covered()).toEqual(first);
  for (const [index, method] of bare.entries()) expect(first[index]).not.toBe(method);
});

test.each<readonly [what: string, adapter: object | undefined]>([
  ["an app without HTTP", undefined],
  ["the placeholder of a testing module", {}],
  ["another platform", { getType: () => "hapi" }],
])("%s is left alone", async (_what, adapter) => {
  const before = { ...adapter };
  await cover(adapter as never, contractOf());
  expect({ ...adapter }).toEqual(before);
});

test("an app without a server starts", () => {
  for (const httpAdapter of [undefined, {}, { getHttpServer: () => ({}) }]) {
    new UhpModule(contractOf(), { httpAdapter } as never).onApplicationBootstrap();
  }
});

test("the module is global, and exports the contract", () => {
  const useFactory = () => ({ contract: contractOf() });
  class Settings {}
  for (const [made, imports] of [
    [UhpModule.forRootAsync({ useFactory }), []],
    [UhpModule.forRootAsync({ useFactory, imports: [Settings] }), [Settings]],
    [UhpModule.forRoot(useFactory()), undefined],
  ] as const) {
    const { providers, ...rest } = made;
    expect(rest).toEqual({ module: UhpModule, global: true, exports: [UHP_CONTRACT], imports });
    expect(providers).toHaveLength(3);
  }
});

test("a method is replaced on its own adapter, and calls the old one there", () => {
  class Adapter {
    readonly #sent: unknown[] = [];
    reply(...args: unknown[]): number {
      return this.#sent.push(...args);
    }
  }
  const adapter = new Adapter();
  replaceMethod(adapter as never, "reply", (below, args) => [below(...args, "more"), args]);
  expect(adapter.reply("response", "body")).toEqual([3, ["response", "body"]]);
  expect(new Adapter().reply("response")).toBe(1);
});

test("Node's own objects are those of Fastify's, or the objects themselves", () => {
  const raw = {} as never;
  const [ofRequest, ofResponse] = [{} as never, {} as never];
  const [request, response] = [{ raw: ofRequest }, { raw: ofResponse }];
  expect(nodeRequest(raw)).toBe(raw);
  expect(nodeResponse(raw)).toBe(raw);
  expect(nodeRequest(request)).toBe(ofRequest);
  expect(nodeResponse(response)).toBe(ofResponse);
  expect(fastifyPair(request, response)).toEqual([request, response]);
  expect([fastifyPair(raw, response), fastifyPair(request, raw), fastifyPair(raw, raw)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("the guard refuses what is no HTTP request, and knows no one of a request that did not pass it", async () => {
  const guard = new BearerGuard(() => "ada");
  expect(await guard.canActivate({ getType: () => "ws" } as ExecutionContext)).toBe(false);
  expect(() => guard.principal({} as never)).toThrow(TypeError);
});
