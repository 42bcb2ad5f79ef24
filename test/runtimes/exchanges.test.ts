import { describe, expect } from "vitest";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, send } from "../support/http.ts";
import { SECRET_VALUES } from "../support/secrets.ts";
import { APPS, type AppName } from "./program/apps.ts";
import { EXCHANGES } from "./program/exchanges.ts";
import { RUNTIMES } from "./runtimes.ts";
import { choose, seenBy, Tries } from "./tries.ts";

/** Fields that the contract adds, and the date. */
const OTHER = new Set(["uhp-version", "x-request-id", "date"]);

describe.each(RUNTIMES)("$name", (runtime) => {
  describe.each(Object.keys(APPS) as AppName[])("%s", (app) => {
    const tries = new Tries(runtime, app, APPS[app].fails);
    for (const exchange of EXCHANGES) {
      const { name: id, code } = exchange;
      const title = code === undefined ? "gains two headers and keeps every byte" : `is answered with ${code}`;
      tries.try(id, title, { exchange: id }, async (url) => {
        const sent = { path: "/case", ...exchange.request };
        const received = await send(url, sent);
        const { reports } = await seenBy(url);
        if (code !== undefined) return expectError(received, reports, code);
        await choose(url, { app, exchange: id, bare: "" });
        expectSame(received, await send(url, sent), exchange.isPiecemeal === true);
        expect(reports).toEqual([]);
      });
    }
  });
});

function expectError(received: Received, reports: readonly object[], code: string): void {
  const whole = [received.reason, ...received.rawHeaders, received.body].join("\n");
  for (const secret of SECRET_VALUES) expect(whole).not.toContain(secret);
  expect(expectEnvelope(received).code).toBe(code);
  expect(reports).toEqual([{ outcome: "answered", code, status: received.status }]);
}

function expectSame(received: Received, bare: Received, isPiecemeal: boolean): void {
  expect(bare.status).toBeLessThan(400);
  expect(told(received, bare, isPiecemeal)).toEqual(told(bare, bare, isPiecemeal));
  expect(received.headers).toMatchObject({ "uhp-version": "2026-10-04", "x-request-id": expect.any(String) });
}

/** The fields that say how a body ends. For a stream, they depend on whether the server sees the end before it sends the head. */
const FRAMING = /^(?:transfer-encoding|content-length): /;

/** The status, the fields and the body, without what is not compared. */
function told({ status, reason, rawHeaders, body }: Received, bare: Received, isPiecemeal: boolean): object {
  // A body whose length was unknown may have got a length.
  const isStream = bare.headers["transfer-encoding"] === "chunked" || isPiecemeal;
  const fields = rawHeaders
    // Names are case-insensitive, and Deno writes those of a `Headers` in lower case.
    .flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[at + 1]}`] : []))
    .filter((field) => !(isStream && FRAMING.test(field)) && !OTHER.has(field.split(":", 1).join()));
  // The phrase means nothing. h3 leaves it out on Workers, and other servers fill it in.
  return { status, reason: bare.reason === "" ? "" : reason, fields: fields.sort(), body };
}
