import { audits, type Routes } from "@uhp-errors/conformance";
import fc from "fast-check";
import { allOf, expectNoToken, HostileServer, TOKENS, type Treatment, treatment } from "../hostile.ts";
import { type Target, Violation } from "../target.ts";

/** The audits that run, and what a server does with their requests. */
interface Case {
  readonly token: number;
  /** The indexes of the routes that are known. */
  readonly routes: readonly number[];
  readonly script: readonly Treatment[];
  /** The answer on raw sockets. */
  readonly raw: string;
}

const ROUTES: Required<Routes> = {
  success: "GET /v1/things",
  protected: "GET /v1/own",
  objects: { harness_not_found: "GET /v1/harnesses/{id}" },
  foreign: [{ request: "GET /v1/harnesses/{id}", id: "other" }],
  forbidden: { request: "DELETE /v1/things", token: TOKENS[1] },
  wrongMethod: "DELETE /v1/things",
  json: { request: "POST /v1/things", wrong: { name: 1 }, param: "name" },
  upload: { request: "POST /v1/files", field: "file", bytes: 100 },
  limited: { request: "GET /v1/limited", requests: 2 },
  raise: "GET /v1/raise/{code}",
  crash: { request: "GET /v1/crash", hides: ["db-1"] },
  stream: { request: "POST /v1/responses", body: { stream: true }, wrong: 1 },
  silentStream: { request: "POST /v1/responses", body: {}, seconds: 1 },
};
const NAMES = Object.keys(ROUTES) as (keyof Routes)[];

const cases: fc.Arbitrary<Case> = fc.record({
  token: fc.nat({ max: TOKENS.length - 1 }),
  routes: fc.uniqueArray(fc.nat({ max: NAMES.length - 1 }), { maxLength: 4 }),
  script: fc.array(treatment, { minLength: 1, maxLength: 4 }),
  raw: fc.oneof(
    fc.constantFrom(
      "",
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      "HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n{}",
      "HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n{}",
      "HTTP/1.1 200 OK\r\n",
      "SSH-2.0-x\r\n",
    ),
    fc
      .string({ unit: "binary", maxLength: 20 })
      .map((text) => `HTTP/1.1 400 x\r\nContent-Type: ${text}\r\n\r\n${text}`),
  ),
});

/** Control characters other than line breaks, and characters that turn or hide text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

async function attempt(server: HostileServer, given: Case): Promise<void> {
  const token = TOKENS[given.token] as string;
  server.play(given.script, token);
  const routes = Object.fromEntries(
    given.routes.map((index) => NAMES[index] as keyof Routes).map((name) => [name, ROUTES[name]]),
  );
  const all = audits({
    url: server.url,
    token,
    routes,
    timeoutMs: 150,
    maxBytes: 4_096,
    maxRequests: 12,
    raw: async () => given.raw,
  });
  for (const audit of all) {
    const outcome = await audit.run().catch((thrown: unknown) => {
      throw new Violation("a function throws only what it documents", `${audit.id}: ${String(thrown)}`);
    });
    const { status, ...told } = outcome;
    if (!["pass", "skip", "fail"].includes(status)) throw new Violation("a failure is an envelope", status);
    if ("reason" in told && told.reason.startsWith("It failed by itself")) {
      throw new Violation("a function throws only what it documents", `${audit.id}: ${told.reason}`);
    }
    const shown = allOf(told);
    expectNoToken(shown, token);
    if (given.routes.includes(NAMES.indexOf("forbidden"))) expectNoToken(shown, TOKENS[1]);
    const unseen = Object.values(told).find((text) => UNSEEN.test(text.replaceAll("\n", "")));
    if (unseen !== undefined) throw new Violation("nothing private leaves", `${audit.id}: ${JSON.stringify(unseen)}`);
  }
  if (server.asked > 12) throw new Violation("each request gets one answer", `${server.asked} requests`);
  await server.settle();
}

/** The audits, against hostile servers. */
export const check: Target<Case> = {
  cases,
  start: async () => {
    const server = await HostileServer.start();
    return { attempt: (given) => attempt(server, given), stop: () => server.stop() };
  },
};
