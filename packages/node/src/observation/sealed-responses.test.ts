import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { observe } from "./observe.ts";

const acme = defineCatalog({ vendor: "acme" });
const contract = createAdapterContract(acme, { reportOnly: true, onError: () => {} });

test.each<readonly [when: string, handle: (request: IncomingMessage, response: ServerResponse) => void]>([
  [
    "before it is watched",
    (request, response) => {
      Object.preventExtensions(response);
      observe(contract, request, response);
    },
  ],
  [
    "after that",
    (request, response) => {
      observe(contract, request, response);
      Object.preventExtensions(response);
    },
  ],
])("a response that takes no more properties %s leaves as it is", async (_when, handle) => {
  const server = createServer((request, response) => {
    response.statusMessage = "Taken";
    response.statusCode = 409;
    try {
      handle(request, response);
      response.write("The seat ");
      response.end("is taken.");
    } catch (thrown) {
      response.end(String(thrown));
    }
  });
  server.listen(0);
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([answer.status, await answer.text()]).toEqual([409, "The seat is taken."]);
  } finally {
    server.close();
  }
});
