import type { RequestListener, ServerResponse } from "node:http";
import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send } from "../../../../test/support/http.ts";
import { serving } from "../../../../test/support/serving.ts";
import { intercept } from "../response/intercept.ts";

const acme = defineCatalog({ vendor: "acme" });

/** What is done to a response before its handler runs. */
type Before = Parameters<typeof intercept>[0] | ((response: ServerResponse) => void);

async function answered(handle: RequestListener, ...before: readonly Before[]) {
  const url = await serving((request, response) => {
    for (const one of before) {
      if (typeof one === "function") one(response);
      else intercept(one, request, response);
    }
    handle(request, response);
  });
  return send(url, {});
}

test.each<readonly [what: string, fields: object]>([
  ["a value with a line break", { "X-Upstream": "a\nb" }],
  ["a name with a blank", { "bad name": "a" }],
  ["a list that does not pair up", ["X-Upstream"]],
])("a head that is refused for %s leaves its status, and the error is replaced", async (_what, fields) => {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report) });
  const thrown: unknown[] = [];
  const { status, body } = await answered((_request, response) => {
    try {
      response.writeHead(502, fields as Record<string, string>);
    } catch (error) {
      thrown.push(error);
    }
    response.end("upstream postgres://u:hunter2@10.0.0.5 failed");
  }, contract);
  expect(thrown).toHaveLength(1);
  expect([status, JSON.parse(body).error.code]).toEqual([502, "acme_upstream_error"]);
  expect(reports).toHaveLength(1);
});

test("an error that its writer writes again, after a method below has thrown once, is replaced", async () => {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report) });
  let refusals = 0;
  const server: RequestListener = (_request, response) => {
    const write = () => {
      response.statusCode = 502;
      response.end("upstream postgres://u:hunter2@10.0.0.5 failed");
    };
    try {
      write();
    } catch {
      write();
    }
  };
  const refusesOnce = (response: ServerResponse) => {
    const { writeHead } = response;
    response.writeHead = ((...args: Parameters<typeof writeHead>) => {
      refusals += 1;
      if (refusals === 1) throw new RangeError("no stack is left");
      return Reflect.apply(writeHead, response, args);
    }) as typeof writeHead;
  };
  const { status, body } = await answered(server, refusesOnce, contract);
  expect(refusals).toBe(2);
  expect([status, JSON.parse(body).error.code]).toEqual([502, "acme_upstream_error"]);
});

test("a success carries the headers of the outermost contract", async () => {
  const outer = createAdapterContract(acme, { correlationId: () => "outer-1" });
  const inner = createAdapterContract(acme, { correlationId: false });
  const { headers } = await answered((_request, response) => response.end("ok"), outer, inner);
  expect(headers["x-request-id"]).toBe("outer-1");
});
