import type { IncomingMessage, ServerResponse } from "node:http";
import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { eventually } from "../../../../test/support/eventually.ts";
import { send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { dryRunOf } from "./dry-run.ts";
import { intercept } from "./intercept.ts";

const acme = defineCatalog({ vendor: "acme" });
const reporting = (options: Parameters<typeof createAdapterContract>[1] = {}) =>
  createAdapterContract(acme, { reportOnly: true, onError: () => {}, ...options });

/** What a handler that looks at its request and response returns, once it has answered. */
async function seenBy<Seen>(look: (request: IncomingMessage, response: ServerResponse) => Seen): Promise<Seen> {
  const seen: Seen[] = [];
  const url = await serving((request, response) => {
    seen.push(look(request, response));
    response.end("ok");
  });
  await send(url, { path: "/pages/1" });
  return seen[0] as Seen;
}

const OWN = ["write", "end", "destroy"];
const isWatched = (response: ServerResponse) => OWN.map((name) => Object.hasOwn(response, name));

describe("a response is left alone", () => {
  test.each<
    readonly [what: string, contract: ReturnType<typeof reporting>, prepare: (response: ServerResponse) => void]
  >([
    ["outside the contract", reporting({ appliesTo: ({ path }) => path.startsWith("/v1/") }), () => {}],
    ["once a head is written", reporting(), (response) => response.writeHead(200)],
    [
      "if it takes no more properties",
      reporting(),
      (response) => {
        Object.assign(response, { statusCode: 200, statusMessage: "OK" });
        Object.preventExtensions(response);
      },
    ],
  ])("%s", async (_what, contract, prepare) => {
    const seen = await seenBy((request, response) => {
      prepare(response);
      return [intercept(contract, request, response), dryRunOf(contract, response), ...isWatched(response)];
    });
    expect(seen).toEqual([undefined, undefined, false, false, false]);
  });

  test("by a second contract, and the first one keeps it", async () => {
    const [first, second] = [reporting(), reporting()];
    const seen = await seenBy((request, response) => {
      const known = intercept(first, request, response);
      return [
        intercept(second, request, response),
        dryRunOf(second, response),
        intercept(first, request, response) === known,
        dryRunOf(first, response) === known,
        known?.context.path,
        ...isWatched(response),
      ];
    });
    expect(seen).toEqual([undefined, undefined, true, true, "/pages/1", true, true, true]);
  });
});

test("a response that no contract has seen is noted by none", async () => {
  expect(await seenBy((_request, response) => dryRunOf(reporting(), response))).toBeUndefined();
});

test("methods that middleware has put on a response are called, whichever it is", async () => {
  for (const name of ["write", "end", "destroy"] as const) {
    const called: string[] = [];
    const url = await serving((request, response) => {
      const own = response[name] as (...args: unknown[]) => unknown;
      Object.assign(response, {
        [name]: (...args: unknown[]) => {
          called.push(name);
          return Reflect.apply(own, response, args);
        },
      });
      intercept(reporting(), request, response);
      response.write("o");
      response.end("k");
      setImmediate(() => response.destroy());
    });
    await send(url, {}).catch(() => {});
    await eventually(() => expect(called).toEqual([name]));
  }
});

test.each<readonly [what: string, call: (response: ServerResponse) => unknown, returned: unknown]>([
  ["write", (response) => response.write("a"), true],
  ["end", (response) => response.end("a"), "the response"],
  ["destroy", (response) => response.destroy(), "the response"],
])("%s returns what Node's own returns", async (_what, call, expected) => {
  const returned: unknown[] = [];
  const url = await serving((request, response) => {
    intercept(reporting(), request, response);
    const value = call(response);
    returned.push(value === response ? "the response" : value);
    response.end();
  });
  await send(url, {}).catch(() => {});
  expect(returned).toEqual([expected]);
});

test("a full buffer is told to the writer", async () => {
  const full: boolean[] = [];
  const url = await serving((request, response) => {
    intercept(reporting(), request, response);
    full.push(response.write("a".repeat(1_000_000)));
    response.end();
  });
  await send(url, {});
  expect(full).toEqual([false]);
});

test("an end after the end gets Node's own error", async () => {
  const failed: unknown[] = [];
  const url = await serving((request, response) => {
    response.statusCode = 404;
    response.on("error", () => {});
    intercept(reporting(), request, response);
    response.end("seat");
    response.end("again", ((error?: { code?: string }) => failed.push(error?.code)) as () => void);
  });
  expect((await send(url, {})).body).toBe("seat");
  await eventually(() => expect(failed).toEqual(["ERR_STREAM_WRITE_AFTER_END"]));
});

test("a chunk that Node refuses leaves the response watched", async () => {
  const reports: ErrorReport[] = [];
  const contract = reporting({ onError: (report) => reports.push(report) });
  const { status, body } = await overHttp2((request, response) => {
    intercept(contract, request, response);
    response.statusCode = 404;
    expect(() => response.end({} as never)).toThrow("chunk");
    response.write("no ");
    response.end("seat");
  });
  expect([status, body]).toEqual([404, "no seat"]);
  expect(reports.map(({ code, reportOnly }) => [code, reportOnly?.sent.start])).toEqual([
    ["acme_not_found", "no seat"],
  ]);
});

test("a response that takes no more properties after it was intercepted leaves as it is", async () => {
  const url = await serving((request, response) => {
    response.statusMessage = "Taken";
    response.statusCode = 409;
    intercept(reporting(), request, response);
    Object.preventExtensions(response);
    response.write("The seat ");
    response.end("is taken.");
  });
  expect(await send(url, {})).toMatchObject({ status: 409, body: "The seat is taken." });
});
