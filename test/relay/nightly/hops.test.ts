import type { CodeDefinition } from "@uhp-errors/core";
import { isSchema } from "@uhp-errors/core/internal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectEnvelope } from "../../support/envelope.ts";
import { EXPECTED_VERSIONS } from "../../support/expected-codes.ts";
import { type Received, send } from "../../support/http.ts";
import { SECRET_VALUES } from "../../support/secrets.ts";
import { acme, type Chain, INNERMOST, initech, type Relay, startChain } from "../chain.ts";

/** The specification's codes that may be relayed, as its own text says. */
const NEVER = ["missing_credential", "invalid_credential", "insufficient_scope", "invalid_input"];
const PASSED = INNERMOST.map(({ code }) => code).filter(
  (code) =>
    ![...NEVER, "unsupported_protocol_version"].includes(code) &&
    acme.definition(code)?.where === "request" &&
    !code.startsWith("initech_"),
) as "session_busy"[];

const AS = { initech_jammed: "acme_paused", initech_burnt: "acme_lost", timeout: "acme_lost" } as const;

const unchanged: Relay = (thrown) => thrown;

interface Setup {
  readonly what: string;
  readonly middle: Relay;
  readonly edge: Relay;
  /** The code that is sent for a code of the innermost service; undefined for an upstream failure. */
  readonly leaves: (code: string) => string | undefined;
}

const renamed = (code: string): string | undefined => Object.entries(AS).find(([name]) => name === code)?.[1];
const passed = (code: string) => (PASSED.includes(code as "session_busy") ? code : renamed(code));

const SETUPS: readonly Setup[] = [
  { what: "nothing is relayed", middle: unchanged, edge: unchanged, leaves: () => undefined },
  {
    what: "all that can be is relayed by both",
    middle: acme.relayer({ from: initech, pass: PASSED, as: AS }),
    edge: acme.relayer({ pass: [...PASSED, "acme_paused", "acme_lost"] }),
    leaves: passed,
  },
  {
    what: "the middle relays what the edge does not name",
    middle: (thrown) => acme.relay(thrown, { from: initech, pass: PASSED, as: AS }),
    edge: (thrown) => acme.relay(thrown, { pass: ["session_busy"] }),
    leaves: (code) => (code === "session_busy" ? code : undefined),
  },
  {
    what: "the edge names what the middle does not relay",
    middle: unchanged,
    edge: acme.relayer({ pass: [...PASSED, "acme_paused"] }),
    leaves: () => undefined,
  },
];

/** What the edge's client gets for a code of the innermost service. */
function expectedAt(version: string, raised: (typeof INNERMOST)[number], left = "acme_upstream_error") {
  const row = acme.definition(left) as CodeDefinition;
  if (left !== raised.code) return { code: left, status: row.status, row };
  return { code: raised.since > version ? `acme_${left}` : left, status: raised.status, row };
}

/** The fields of a row's detail. The detail of an internal error is an id. */
function namesIn({ detail = {}, correlated }: CodeDefinition): readonly string[] {
  if (correlated) return ["correlation_id"];
  return isSchema(detail) ? ["tray"] : Object.keys(detail);
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

/** The headers of a request by which it can be traced, and the id that all services then use. */
const TRACES: readonly (readonly [headers: Record<string, string>, id: string | undefined])[] = [
  [{ traceparent: PARENT, tracestate: "globex=1" }, TRACE],
  [{ "x-request-id": "edge-1" }, "edge-1"],
  [{}, undefined],
];

describe.each(SETUPS)("Express, Koa and Fastify in a row, where $what", ({ middle, edge, leaves }) => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(middle, edge);
  });
  afterAll(() => chain.close());

  /** Sends a request through all three. Returns the response of the edge, and what each of the three reported. */
  async function through(code: string, version: string, headers: Record<string, string> = {}) {
    const before = chain.hops.map(({ reports }) => reports.length);
    const answer: Received = await send(chain.url, {
      path: "/case",
      headers: { "x-raise": code, "UHP-Version": version, ...headers },
    });
    const reports = chain.hops.map((hop, index) => hop.reports.slice(before[index]));
    return { answer, error: expectEnvelope(answer), reports };
  }

  describe.each(EXPECTED_VERSIONS)("in %s", (version) => {
    test.each(INNERMOST)("$code", async (raised) => {
      const { answer, error } = await through(raised.code, version);
      const { code, status, row } = expectedAt(version, raised, leaves(raised.code));
      expect([answer.status, error.code]).toEqual([status, code]);
      expect([error.type, error.message, error.param]).toEqual([row.type, row.message, null]);
      expect(answer.headers["uhp-version"]).toBe(version);
      for (const name of Object.keys(error.detail ?? {})) expect(namesIn(row)).toContain(name);
      for (const secret of SECRET_VALUES) expect(JSON.stringify(answer)).not.toContain(secret);
      expect(JSON.stringify(answer)).not.toContain("initech");
    });
  });

  test.each(TRACES)("all services use one id for a request with %j", async (headers, id) => {
    const { answer, reports } = await through("quota_exhausted", "2026-10-04", headers);
    const ids = reports.flat().map(({ correlationId }) => correlationId);
    expect(reports.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect([...ids, answer.headers["x-request-id"]]).toEqual(Array(4).fill(id ?? ids[0]));
    const parents = reports.flat().map(({ context }) => context.header("traceparent"));
    expect(parents).toEqual(Array(3).fill(headers["traceparent"]));
    const [innermost, ...others] = reports.flat().map(({ upstream }) => upstream?.requestId);
    expect([innermost, ...others]).toEqual([undefined, ids[0], ids[0]]);
  });
});
