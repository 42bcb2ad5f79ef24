import {
  createTransport,
  type ErrorEvent,
  flush,
  init,
  setupExpressErrorHandler,
  setupFastifyErrorHandler,
  setupKoaErrorHandler,
} from "@sentry/node";
import { afterAll, expect } from "vitest";
import { fewRequests as expressRequests, mountStyles as mountExpress } from "../express/styles.ts";
import { fewRequests as fastifyRequests, mountStyles as mountFastify, STYLE_DIFFERENCES } from "../fastify/styles.ts";
import { styleRequests as koaRequests, mountStyles as mountKoa } from "../koa/styles.ts";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5 } from "../support/express.ts";
import { FASTIFY } from "../support/fastify.ts";
import { KOA_3 } from "../support/koa.ts";
import { STYLE_DIFFERENCES as EXPRESS_DIFFERENCES, OWN_STATUS } from "../support/styles.ts";

const kept: ErrorEvent[] = [];
init({
  dsn: "https://public@sentry.test/1",
  // No event is sent: each is kept here, and the transport does nothing.
  transport: (options) => createTransport(options, async () => ({})),
  beforeSend: (event) => {
    kept.push(event);
    return null;
  },
});

const LIBRARY = "@sentry/node";

/** Events of all servers. */
let total = 0;

/** A line for each event since the last call. */
async function events(): Promise<string[]> {
  await flush(20_000);
  total += kept.length;
  return kept
    .splice(0)
    .map(({ level, exception, request }) => {
      const thrown = exception?.values?.map(({ type, value, mechanism }) => `${type}: ${value} ${mechanism?.handled}`);
      return `${level ?? "error"} ${request?.method} ${thrown?.join(" < ")}`;
    })
    .sort();
}

bothWays(EXPRESS_5, [
  {
    library: LIBRARY,
    mount: (app) => {
      mountExpress(app);
      setupExpressErrorHandler(app);
    },
    observe: events,
    requests: expressRequests(),
    differences: EXPRESS_DIFFERENCES,
  },
]);
bothWays(KOA_3, [
  {
    library: LIBRARY,
    mount: (app) => {
      setupKoaErrorHandler(app);
      mountKoa(app);
    },
    observe: events,
    requests: koaRequests(),
    differences: { "an error with a status": OWN_STATUS },
  },
]);
bothWays(FASTIFY, [
  {
    library: LIBRARY,
    mount: (app) => {
      setupFastifyErrorHandler(app);
      mountFastify(app);
    },
    observe: events,
    requests: fastifyRequests(),
    differences: STYLE_DIFFERENCES,
  },
]);

afterAll(() => {
  // Without any events, both sides would compare as equal.
  expect(total).toBeGreaterThan(0);
});
