import type { IncomingMessage, ServerResponse } from "node:http";
import { type ContractOptions, defineCatalog } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send, sendBytes } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { intercept } from "./intercept.ts";
import {
  abortResponse,
  handOverResponse,
  hasResponded,
  heldResponse,
  isBuffering,
  type Responder,
  responderInCharge,
  responderOf,
  sendError,
} from "./responder.ts";

const acme = defineCatalog({ vendor: "acme" });
const contractWith = (options: ContractOptions = {}) => createAdapterContract(acme, { onError: () => {}, ...options });
const contract = contractWith();
const globex = createAdapterContract(defineCatalog({ vendor: "globex" }), { onError: () => {} });
const elsewhere = contractWith({ appliesTo: () => false });

type Look = (response: ServerResponse, request: IncomingMessage) => unknown;

/** What a handler sees, and what its client gets. */
async function seen(look: Look, headers: Readonly<Record<string, string>> = {}) {
  const found: unknown[] = [];
  const url = await serving((request, response) => {
    found.push(look(response, request));
    if (!response.writableEnded && !response.destroyed) response.end("ok");
  });
  const received = await send(url, { headers }).catch(() => undefined);
  return { found: found[0], received };
}

describe("a responder", () => {
  test.each<readonly [what: string, look: Look, has: boolean]>([
    ["is made for a request of the contract", (response, request) => intercept(contract, request, response), true],
    ["is not made for another request", (response, request) => intercept(elsewhere, request, response), false],
    [
      "is not made once a head is written",
      (response, request) => intercept(contract, request, response.writeHead(200)),
      false,
    ],
    ["is known without an interception", (response, request) => responderOf(contract, request, response), true],
    ["is not known for another request", (response, request) => responderOf(elsewhere, request, response), false],
    [
      "is known once a head is written",
      (response, request) => responderOf(contract, request, response.writeHead(200)),
      true,
    ],
    ["is in charge of no response that is left alone", (response) => responderInCharge(response), false],
    [
      "is in charge of no response that is watched",
      (response, request) => {
        intercept(contractWith({ reportOnly: true }), request, response);
        return responderInCharge(response);
      },
      false,
    ],
    [
      "is in charge of a response that is intercepted",
      (response, request) => {
        intercept(contract, request, response);
        return responderInCharge(response);
      },
      true,
    ],
  ])("%s", async (_what, look, has) => {
    const { found } = await seen((response, request) => look(response, request) !== undefined);
    expect(found).toBe(has);
  });

  test("knows whether its response is intercepted", async () => {
    const { found } = await seen((response, request) => {
      const responder = responderOf(contract, request, response);
      const before = responder?.isIntercepted;
      intercept(contract, request, response);
      return [before, responder?.isIntercepted];
    });
    expect(found).toEqual([false, true]);
  });

  test("of the last contract is in charge", async () => {
    const { found } = await seen((response, request) => {
      const inCharge = () => responderInCharge(response)?.contract;
      intercept(contract, request, response);
      const first = inCharge();
      intercept(globex, request, response);
      return [first === contract, inCharge() === globex];
    });
    expect(found).toEqual([true, true]);
  });

  test.each<readonly [version: string, code: string | undefined]>([
    ["2026-10-04", undefined],
    ["1999-01-01", "unsupported_protocol_version"],
  ])("refuses a version that is not served: %s", async (version, code) => {
    const look: Look = (response, request) => intercept(contract, request, response)?.checkVersion()?.body ?? "";
    const { found } = await seen(look, { "UHP-Version": version });
    expect(/"code":"(\w+)"/.exec(String(found))?.[1]).toBe(code);
  });

  test.each<readonly [allow: readonly string[], status: number, allowed: string | undefined]>([
    [[], 404, undefined],
    [["GET", "PUT"], 405, "GET, PUT"],
  ])("answers an address that accepts %j by %i", async (allow, status, allowed) => {
    const { received } = await seen((response, request) => {
      const responder = intercept(contract, request, response) as Responder;
      responder.send(responder.notFound(allow));
    });
    expect([received?.status, received?.headers["allow"]]).toEqual([status, allowed]);
  });

  test("lets a hook write nothing, whichever question it is asked", async () => {
    const questions: Readonly<Record<string, (responder: Responder) => unknown>> = {
      checkVersion: (responder) => responder.checkVersion(),
      notFound: (responder) => responder.notFound([]),
      respond: (responder) => responder.respond(acme.error("acme_conflict")),
    };
    for (const [name, ask] of Object.entries(questions)) {
      const { received } = await seen(
        (response, request) => {
          const onError = () => void response.writeHead(200).end("of the hook");
          const responder = intercept(contractWith({ onError }), request, response) as Responder;
          ask(responder);
          response.end(name);
        },
        { "UHP-Version": name === "checkVersion" ? "1999-01-01" : "2026-10-04" },
      );
      expect(received?.body).toBe(name);
    }
  });
});

describe("what closed a response that was answered is no other failure", () => {
  test.each<readonly [code: string | undefined, reports: number]>([
    ["ERR_STREAM_PREMATURE_CLOSE", 1],
    ["ERR_HTTP2_STREAM_ERROR", 1],
    ["ECONNREFUSED", 2],
    [undefined, 2],
  ])("%s: %i reports", async (code, count) => {
    const reports: unknown[] = [];
    const reporting = contractWith({ onError: (report) => reports.push(report) });
    const failure = Object.assign(new Error("closed"), code === undefined ? {} : { code });
    await seen((response, request) => {
      const responder = intercept(reporting, request, response) as Responder;
      responder.sendError(acme.error("acme_conflict"));
      responder.sendError(failure);
    });
    expect(reports).toHaveLength(count);
  });

  test("but one of a response that was not answered is", async () => {
    const { received } = await seen((response, request) => {
      const failure = Object.assign(new Error("closed"), { code: "ERR_STREAM_PREMATURE_CLOSE" });
      intercept(contract, request, response)?.sendError(failure);
    });
    expect(received?.status).toBe(500);
  });
});

describe("sendError", () => {
  test.each<readonly [what: string, contract: AdapterContract, isSent: boolean, status: number]>([
    ["answers a request of the contract", contract, true, 409],
    ["leaves another request alone", elsewhere, false, 200],
  ])("%s", async (_what, given, isSent, status) => {
    const { found, received } = await seen((response, request) =>
      sendError(given, acme.error("acme_conflict"), request, response),
    );
    expect([found, received?.status]).toEqual([isSent, status]);
  });

  test("refuses a catalog, and says what to pass", async () => {
    const { found } = await seen((response, request) => {
      try {
        return sendError(acme as never, new Error("broken"), request, response);
      } catch (thrown) {
        return String(thrown);
      }
    });
    expect(found).toMatch(/^TypeError: sendError: this is a catalog/);
  });
});

describe("the contract's response that a framework has", () => {
  const error = { status: 409, headers: { "content-type": "text/plain" }, body: "of ours" };

  test.each<readonly [what: string, act: Look, isHeld: boolean]>([
    ["is none before", () => {}, false],
    ["is held", (response) => handOverResponse(response, error), true],
    [
      "is not held once a part of another has left",
      (response) => {
        handOverResponse(response, error);
        response.write("a");
      },
      false,
    ],
  ])("%s", async (_what, act, isHeld) => {
    const { found } = await seen((response, request) => {
      intercept(contract, request, response);
      act(response, request);
      return heldResponse(response) === error;
    });
    expect(found).toBe(isHeld);
  });

  test("is none without an interception", async () => {
    const { found } = await seen((response) => {
      handOverResponse(response, error);
      return heldResponse(response);
    });
    expect(found).toBeUndefined();
  });

  test("has the standard reason phrase", async () => {
    const { found } = await seen((response, request) => {
      intercept(contract, request, response);
      response.statusMessage = "db-7";
      handOverResponse(response, error);
      return response.statusMessage;
    });
    expect(found).toBe("");
  });
});

describe("an intercepted response is kept back and answered", () => {
  const all = (isKept: boolean, isAnswered: boolean) => [isKept, isAnswered];

  test.each<readonly [what: string, act: Look, state: readonly boolean[]]>([
    ["not at first", () => {}, all(false, false)],
    ["as a head", (response) => response.writeHead(200), all(true, false)],
    ["as a part of an error", (response) => response.writeHead(503).write("{"), all(true, false)],
    ["not as a part of a success", (response) => response.write("a"), all(false, false)],
    ["not as a success", (response) => response.end("ok"), all(false, false)],
    ["as an error", (response) => response.writeHead(503).end("down"), all(false, true)],
  ])("%s", async (_what, act, state) => {
    const { found } = await seen((response, request) => {
      intercept(contract, request, response);
      act(response, request);
      return [isBuffering(response), hasResponded(response)];
    });
    expect(found).toEqual(state);
  });

  test("never without an interception", async () => {
    const { found } = await seen((response, request) => {
      sendError(contract, acme.error("acme_conflict"), request, response);
      return [isBuffering(response), hasResponded(response)];
    });
    expect(found).toEqual([false, false]);
  });
});

describe("a response that is cut off", () => {
  const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  test.each([true, false])("sends what was written before: intercepted %s", async (isIntercepted) => {
    const url = await serving((request, response) => {
      if (isIntercepted) intercept(contract, request, response);
      response.write("half of it");
      abortResponse(response);
    });
    const received = await sendBytes(url, REQUEST);
    expect(received).toContain("half of it");
    expect(received).not.toContain("\r\n0\r\n\r\n");
  });

  test("is complete if it was ended", async () => {
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      response.setHeader("Connection", "close");
      response.end("a".repeat(1_000));
      abortResponse(response);
      expect(response.destroyed).toBe(false);
    });
    expect(await sendBytes(url, REQUEST)).toMatch(/a{1000}$/);
  });

  test.each([true, false])(
    "ends with an error over HTTP/2, after what was written: intercepted %s",
    async (isIntercepted) => {
      const { status, body, code } = await overHttp2((request, response) => {
        if (isIntercepted) intercept(contract, request, response);
        response.writeHead(200);
        if (isIntercepted) {
          response.write("half of it");
          abortResponse(response);
        } else response.write("half of it", () => abortResponse(response));
      });
      expect([status, body, code]).toEqual([200, "half of it", 2]);
    },
  );

  test("ends with an error over HTTP/2 if nothing was written", async () => {
    const { status, code } = await overHttp2((request, response) => {
      intercept(contract, request, response);
      abortResponse(response);
    });
    expect([status, code]).toEqual([Number.NaN, 2]);
  });

  test("in a queue closes the connection after the response before it", async () => {
    let first: ServerResponse | undefined;
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      first ??= response;
      if (request.url === "/first") return;
      response.write("half of it");
      abortResponse(response);
      setImmediate(() => first?.end("first"));
    });
    const received = await sendBytes(url, `GET /first HTTP/1.1\r\nHost: x\r\n\r\n${REQUEST}`);
    expect(received).toMatch(/first[\s\S]*half of it/);
  });
});

describe("a stream of HTTP/2 that is destroyed behind its response", () => {
  type Streamed = ServerResponse & {
    readonly stream: { destroy(error?: Error): unknown; readonly destroyed: boolean };
  };

  test.each<readonly [what: string, act: (response: Streamed) => unknown, status: number, code: string | undefined]>([
    [
      "is answered before its first byte",
      ({ stream }) => stream.destroy(acme.error("acme_conflict")),
      409,
      "acme_conflict",
    ],
    [
      "is answered after the head of an error",
      (response) => {
        response.writeHead(503);
        response.stream.destroy(acme.error("acme_conflict"));
      },
      409,
      "acme_conflict",
    ],
    [
      "sends the error that it was answered with",
      (response) => {
        response.writeHead(503).end("down");
        response.stream.destroy(new Error("broken"));
      },
      503,
      "acme_unavailable",
    ],
    ["is closed without an error", ({ stream }) => stream.destroy(), Number.NaN, undefined],
    [
      "is cut off after its first byte",
      (response) => {
        response.write("half", () => response.stream.destroy(new Error("broken")));
      },
      200,
      undefined,
    ],
  ])("%s", async (_what, act, status, code) => {
    const returned: unknown[] = [];
    const received = await overHttp2((request, response) => {
      intercept(contract, request, response);
      response.on("error", () => {});
      const streamed = response as Streamed;
      (streamed.stream as unknown as NodeJS.EventEmitter).on("error", () => {});
      const { stream } = streamed;
      const destroy = stream.destroy;
      stream.destroy = function (this: unknown, ...args: [Error?]) {
        const result = Reflect.apply(destroy, stream, args) as unknown;
        returned.push(result === stream);
        return result;
      };
      act(streamed);
    });
    expect([received.status, /"code":"(\w+)"/.exec(received.body)?.[1]]).toEqual([status, code]);
    expect(returned).toContain(true);
    expect(returned).not.toContain(false);
  });
});
