import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { createContract, type ErrorReport, parseEnvelope, type VerifyToken } from "@uhp-errors/core";
import { bearer, uhp, uhpErrorHandler } from "@uhp-errors/express";
import { bearer as bearerOfFastify, uhp as uhpOfFastify } from "@uhp-errors/fastify";
import { bearer as bearerOfKoa, uhp as uhpOfKoa } from "@uhp-errors/koa";
import express, { type RequestHandler } from "express";
import { fastify } from "fastify";
import Koa from "koa";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { undated } from "../support/comparable.ts";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, type Sent, send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";
import { listen } from "./drivers/listen.ts";

/** The tokens that tests send, and what the check does with each. */
const verify: VerifyToken<{ readonly name: string }> = async (token) => {
  if (token === "good") return { name: "Ada" };
  if (token === "narrow") throw acme.error("insufficient_scope");
  if (token === "revoked") throw acme.error("invalid_credential", { message: "This token was revoked on Monday." });
  if (token === "broken") throw new Error(LEAKY_TEXT);
  return null;
};

const hello: Handler = ({ principal, reply }) => reply(200, { principal: principal() });

const bearing = (authorization: string | string[], path = "/case"): Sent => ({
  path,
  headers: { authorization, "x-request-id": "same" },
});

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  const served = (use: (url: string, reports: readonly ErrorReport[]) => Promise<void>, handler = hello) =>
    serve(driver, handler, use, {}, verify);

  proven(["AUT-6"], "an accepted token gets through, and the handler knows whose it is", async () => {
    await served(async (url, reports) => {
      for (const value of ["Bearer good", "bearer   good"]) {
        const received = await send(url, bearing(value));
        expect(received).toMatchObject({ status: 200, body: '{"principal":{"name":"Ada"}}' });
        expect(received.headers["www-authenticate"]).toBeUndefined();
      }
      expect(reports).toEqual([]);
    });
  });

  for (const value of ["", "Bearer", "Basic Z29vZDpnb29k", "good"]) {
    proven(["AUT-1", "AUT-6"], `Authorization "${value}" is not a bearer token`, async () => {
      await served(async (url, reports) => {
        const received = await send(url, value === "" ? { path: "/case" } : bearing(value));
        const { type, code } = expectEnvelope(received);
        expect([received.status, type, code]).toEqual([401, "authentication_error", "missing_credential"]);
        expect(received.headers["www-authenticate"]).toBe("Bearer");
        expect(reports).toMatchObject([{ outcome: "answered", code: "missing_credential", level: "info" }]);
      });
    });
  }

  proven(["AUT-2", "AUT-6", "LEAK-2"], "a malformed, unknown or revoked token gets the same bytes", async () => {
    await served(async (url) => {
      const answers: Received[] = [];
      for (const token of ["unknown", "revoked", "good good", "good,", "=good", "hunter2!"]) {
        answers.push(await send(url, bearing(`Bearer ${token}`)));
      }
      const [first, ...others] = answers;
      const { type, code } = expectEnvelope(first as Received);
      expect([first?.status, type, code]).toEqual([401, "authentication_error", "invalid_credential"]);
      expect(first?.headers["www-authenticate"]).toBe("Bearer");
      for (const other of others) expect(undated(other)).toEqual(undated(first as Received));
    });
  });

  proven(["AUT-3"], "a token with too little scope is refused with its challenge, wherever that is found", async () => {
    const handler: Handler = () => {
      throw acme.error("insufficient_scope");
    };
    await served(async (url) => {
      for (const token of ["narrow", "good"]) {
        const received = await send(url, bearing(`Bearer ${token}`));
        const { type, code } = expectEnvelope(received);
        expect([received.status, type, code]).toEqual([403, "permission_error", "insufficient_scope"]);
        expect(received.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope"');
      }
    }, handler);
  });

  proven(["AUT-2", "AUT-6"], "two tokens count as none", async () => {
    await served(async (url) => {
      for (const both of [
        ["Bearer good", "Bearer unknown"],
        ["Bearer unknown", "Bearer good"],
        ["Basic Z29vZDpnb29k", "Bearer good"],
        ["Bearer good", "Basic Z29vZDpnb29k"],
      ]) {
        const received = await send(url, bearing(both));
        expect([received.status, expectEnvelope(received).code]).toEqual([401, "invalid_credential"]);
      }
    });
  });

  // A fetch `Request` is made from the original headers, so middleware cannot replace them. h3's check reads Node's own request.
  const rewritten = driver.hasNodeResponse || driver.name === "h3" ? test : test.fails;
  rewritten("what other middleware puts in the header's place counts, and what it takes out does not", async () => {
    // Set on the framework's own request before the check runs.
    const contract = createContract(acme, { onError: () => {} });
    for (const [written, status] of [
      [undefined, 401],
      ["Bearer good", 200],
      ["Bearer unknown", 401],
    ] as const) {
      const running = await driver.start(contract, hello, verify);
      running.server.prependListener("request", (request: IncomingMessage) => {
        if (written === undefined) delete request.headers.authorization;
        else request.headers.authorization = written;
      });
      await during(running, async (url) => {
        expect((await send(url, bearing(written === "Bearer good" ? "Bearer bad" : "Bearer good"))).status).toBe(
          status,
        );
      });
    }
  });

  test.each([
    ["says no", () => null],
    ["says that more is needed", () => acme.error("insufficient_scope")],
    ["fails", () => new Error(LEAKY_TEXT)],
  ])("a client that leaves meanwhile does not get through when verify %s", async (_what, outcome) => {
    const [asked, answered] = [withResolvers<void>(), withResolvers<void>()];
    let reached = false;
    const handler: Handler = ({ reply }) => {
      reached = true;
      reply(200, "secret");
    };
    const waiting: VerifyToken<unknown> = async (_token, context) => {
      asked.resolve();
      while (context.phase?.() !== "gone") await setImmediate();
      answered.resolve();
      const thrown = outcome();
      if (thrown !== null) throw thrown;
      return null;
    };
    const contract = createContract(acme, { onError: () => {} });
    await during(await driver.start(contract, handler, waiting), async (url) => {
      const controller = new AbortController();
      const init = { method: "DELETE", headers: { authorization: "Bearer bad" }, signal: controller.signal };
      const answer = fetch(`${url}/case`, init).catch(() => "left");
      await asked.promise;
      controller.abort();
      expect(await answer).toBe("left");
      await answered.promise;
      for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    });
    expect(reached).toBe(false);
  });

  const kept = "access.challenge" in driver.knownFailing ? test.fails : test;
  kept("a challenge that something else has set stays", async () => {
    const handler: Handler = ({ set }) => {
      set("WWW-Authenticate", 'DPoP error="insufficient_scope"');
      throw acme.error("insufficient_scope");
    };
    await served(async (url) => {
      const { headers } = await send(url, bearing("Bearer good"));
      expect(headers["www-authenticate"]).toBe('DPoP error="insufficient_scope"');
    }, handler);
  });

  proven(["LEAK-1"], "a failure of verify is a failure of the service, and reveals nothing", async () => {
    await served(async (url, reports) => {
      const received = await send(url, bearing("Bearer broken"));
      expect(expectEnvelope(received).code).toBe("acme_internal_error");
      for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
      expect(reports).toMatchObject([{ origin: "unknown", level: "error", status: 500 }]);
    });
  });

  test("comes after the version, and before routing and the body", async () => {
    await served(async (url) => {
      const headers = { "UHP-Version": "2020-01-01" };
      expect(expectEnvelope(await send(url, { path: "/case", headers })).code).toBe("unsupported_protocol_version");
      expect(expectEnvelope(await send(url, { path: "/nothing-here" })).code).toBe("missing_credential");
      const broken = { method: "POST", path: "/json", headers: { "Content-Type": "application/json" }, body: "{" };
      expect(expectEnvelope(await send(url, broken)).code).toBe("missing_credential");
      expect(expectEnvelope(await send(url, bearing("Bearer good", "/nothing-here"))).code).toBe(
        "acme_route_not_found",
      );
    });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a signal of the router", "route"],
    ["an error", new Error("x")],
  ])(
    "a verify that throws %s lets no request through, even where the contract does not apply",
    async (_what, thrown) => {
      let reached = false;
      const handler: Handler = ({ reply }) => {
        reached = true;
        reply(200, "secret");
      };
      const contract = createContract(acme, { appliesTo: () => false, onError: () => {} });
      const running = await driver.start(contract, handler, () => Promise.reject(thrown));
      await during(running, async (url) => {
        const refused = await send(url, bearing("Bearer good"));
        expect(refused.status).toBeGreaterThanOrEqual(400);
        const anonymous = await send(url, { path: "/case" });
        expect(anonymous.status).toBe(401);
        // The framework answers in its own way; nothing comes from the contract.
        for (const { headers, body } of [refused, anonymous]) {
          expect([headers["uhp-version"], headers["x-should-retry"]]).toEqual([undefined, undefined]);
          expect(parseEnvelope(body)).toBeUndefined();
        }
      });
      expect(reached).toBe(false);
    },
  );
});

const contract = createContract(acme, { onError: () => {} });

/** Serves `/open` without a check and `/closed` after one. Each answers with the name of its principal, which TypeScript knows. */
const typed: Readonly<Record<string, () => Promise<{ readonly url: string; close(): Promise<unknown> }>>> = {
  async express() {
    const auth = bearer(contract, verify);
    const name: RequestHandler = (request, response) => void response.json(auth.principal(request).name);
    const app = express().use(uhp(contract)).get("/open", name).get("/closed", auth, name);
    return listen(app.use(uhpErrorHandler(contract)));
  },
  async koa() {
    const auth = bearerOfKoa(contract, verify);
    const app = new Koa().use(uhpOfKoa(contract));
    app.use((context, next) => (context.path === "/closed" ? auth(context, next) : next()));
    app.use((context) => {
      context.body = JSON.stringify(auth.principal(context).name);
    });
    return listen(app.callback());
  },
  async fastify() {
    const app = fastify();
    await app.register(uhpOfFastify, { contract });
    const auth = bearerOfFastify(contract, verify);
    app.get("/open", (request) => JSON.stringify(auth.principal(request).name));
    app.get("/closed", { onRequest: auth }, (request) => JSON.stringify(auth.principal(request).name));
    return { url: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
  },
};

test.each(Object.entries(typed))(
  "%s: auth.principal is who passed the check, and a mistake without it",
  async (_, run) => {
    const { url, close } = await run();
    const closed = await send(url, bearing("Bearer good", "/closed"));
    expect([closed.status, closed.body]).toEqual([200, '"Ada"']);
    const open = await send(url, bearing("Bearer good", "/open"));
    expect([open.status, expectEnvelope(open).code]).toEqual([500, "acme_internal_error"]);
    await close();
  },
);
