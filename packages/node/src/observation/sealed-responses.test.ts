import type { IncomingMessage, ServerResponse } from "node:http";
import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send } from "../../../../test/support/http.ts";
import { serving } from "../../../../test/support/serving.ts";
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
  const url = await serving((request, response) => {
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
  expect(await send(url, {})).toMatchObject({ status: 409, body: "The seat is taken." });
});
