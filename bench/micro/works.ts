/**
 * The pieces of work. Each makes one error and turns it into status, headers and body. Nothing is kept from call to call, and
 * ids are new each time.
 */
import { randomUUID } from "node:crypto";
import type createFastifyError from "@fastify/error";
import type * as Core from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import type HttpErrors from "http-errors";
import type * as Zod from "zod";
import { built, installed } from "../run/packages.ts";
import type { Work } from "../run/timing.ts";
import { inTurn, sentences, TEXTS } from "./texts.ts";

const { createContract, defineCatalog, sanitizeMessage } = await built<typeof Core>("core");
const createError = installed<typeof HttpErrors>("http-errors");
const createFastify = installed<typeof createFastifyError>("@fastify/error");
const z = installed<typeof Zod>("zod");

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative(), zone: z.string().optional() }),
    },
  },
});
const contract = createContract(acme, { onError: () => {} }) as AdapterContract;

/** What an adapter makes for each request. */
class Context {
  readonly method = "GET";
  readonly path = "/v1/harnesses/17";
  header(_name: string): string | undefined {
    return undefined;
  }
  responseHeader(_name: string): string | undefined {
    return undefined;
  }
}

const respond = (thrown: unknown) => contract.respond(thrown, new Context());

const nextId = inTurn(Array.from({ length: 16_384 }, () => randomUUID()));

const nextSentence = sentences();

const MESSAGE = "There is no such harness.";
const NotFound = createFastify("harness_not_found", MESSAGE, 404);
const harness = z.object({ name: z.string().min(1), replicas: z.number().int() });

function envelope(code: unknown, message: string, param: unknown): string {
  return JSON.stringify({ error: { type: "invalid_request_error", code, message, param, detail: null } });
}

function invalid(): unknown {
  try {
    return harness.parse({ name: "", replicas: "two" });
  } catch (error) {
    return error;
  }
}

/** The works that all others are compared with, each in its own column. */
export const BASES: readonly Work[] = [
  {
    name: "http-errors + JSON.stringify",
    run: () => {
      const error = createError(404, MESSAGE, { code: "harness_not_found", param: "harness_id" });
      return envelope(error["code"], error.message, error["param"]);
    },
  },
  {
    name: "JSON.stringify of the envelope",
    // The message is not a literal: the engine writes literals faster than the messages of a real service.
    run: () => envelope("harness_not_found", nextSentence(), "harness_id"),
  },
];

const ANSWERS: readonly Work[] = [
  {
    name: "@fastify/error + JSON.stringify",
    run: () => {
      const error = new NotFound();
      return envelope(error.code, error.message, "harness_id");
    },
  },
  { name: "respond, default message", run: () => respond(acme.error("harness_not_found", { param: "harness_id" })) },
  {
    name: "respond, own message with an id",
    run: () => respond(acme.error("harness_not_found", { message: `There is no harness ${nextId()}.` })),
  },
  { name: "respond, detail", run: () => respond(acme.error("acme_gpu_cold", { detail: { eta_seconds: 30 } })) },
  {
    name: "respond, detail with a text",
    run: () => respond(acme.error("acme_gpu_cold", { detail: { eta_seconds: 30, zone: nextId() } })),
  },
  { name: "respond, unknown Error", run: () => respond(new Error(`Cannot read the row of ${nextId()}`)) },
  { name: "a validation error of zod's alone", run: invalid },
  { name: "respond, the same validation error", run: () => respond(invalid()) },
  {
    name: "replace a foreign 404 in JSON",
    run: () => {
      const body = JSON.stringify({ message: "Not found", id: nextId() });
      const header = (name: string) => (name === "content-type" ? "application/json; charset=utf-8" : undefined);
      return contract.replace({ status: 404, header, body }, new Context());
    },
  },
];

const SAME = "There is no such harness in this region.";

const SANITIZED: readonly Work[] = [
  ...TEXTS.map(([name, next]): Work => ({ name: `sanitize ${name}`, run: () => sanitizeMessage(next()) })),
  { name: "sanitize the same plain sentence again", run: () => sanitizeMessage(SAME) },
];

/** All works, in the order of the report. */
export const WORKS: readonly Work[] = [...BASES, ...ANSWERS, ...SANITIZED];
