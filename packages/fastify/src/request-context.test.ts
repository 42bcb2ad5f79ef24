import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { FASTIFY_KITS, type FastifyKit } from "../../../test/support/fastify.ts";
import { FASTIFY, noteCopied, noteWhole } from "./request-context.ts";

/** Returns what a handler sees of its reply. */
async function seen<Value>(
  { Fastify }: FastifyKit,
  look: (reply: FastifyReply) => Value,
  { headers = {}, route = {} }: { headers?: Record<string, string>; route?: RouteShorthandOptions } = {},
): Promise<Value> {
  const app: FastifyInstance = Fastify({ bodyLimit: 100 });
  const values: Value[] = [];
  app.post("/things/:id", route, async (_request, reply) => {
    values.push(look(reply));
    return {};
  });
  await app.inject({ method: "POST", url: "/things/7", headers });
  await app.close();
  const [value] = values;
  if (values.length !== 1) throw new Error("the handler runs once");
  return value as Value;
}

describe.each(FASTIFY_KITS)("on %s", (_name, kit) => {
  test.each<
    readonly [type: string, length: string | undefined, route: RouteShorthandOptions, limit: number | undefined]
  >([
    ["text/plain", undefined, {}, 100],
    ["Text/Plain; charset=utf-8", undefined, {}, 100],
    ["application/json", undefined, {}, 100],
    ["application/jsonl", undefined, {}, undefined],
    ["text/plainer", undefined, {}, undefined],
    ["x-application/json", undefined, {}, undefined],
    ["multipart/form-data", undefined, {}, undefined],
    ["multipart/form-data", undefined, { bodyLimit: 50 }, 50],
    ["multipart/form-data", "101", {}, 100],
    ["multipart/form-data", "100", {}, undefined],
    ["application/json", "0", {}, undefined],
  ])(
    "a body of the type %s and the length %s, by a route of %j, may have %s bytes",
    async (type, length, route, limit) => {
      const limitOf = (reply: FastifyReply) => {
        const { headers } = reply.request;
        if (length !== undefined) headers["content-length"] = length;
        headers["content-type"] = type;
        return FASTIFY.bodyLimit?.(reply);
      };
      expect(await seen(kit, limitOf, { route })).toBe(limit);
    },
  );

  test.each<readonly [status: number, thrown: unknown, chosen: number | undefined]>([
    [500, new Error("x"), 500],
    [409, { statusCode: 409 }, undefined],
    [409, { statusCode: 0, status: 409 }, undefined],
    [409, { statusCode: 500, status: 409 }, 409],
    [409, undefined, 409],
  ])("the status %i, with %j thrown, is the service's own: %s", async (status, thrown, chosen) => {
    expect(await seen(kit, (reply) => FASTIFY.chosenStatus?.(reply.code(status), thrown))).toBe(chosen);
  });

  test("headers are those of the reply, and the framework's are not those of Node's response", async () => {
    const names = ["x-reply", "x-node", "x-both", "x-none", "x-number"];
    const look = (reply: FastifyReply) => {
      reply.raw.setHeader("x-node", "node");
      reply.raw.setHeader("x-both", "node");
      reply.header("x-reply", "reply").header("x-both", "reply").header("x-number", 7);
      return names.map((name) => [FASTIFY.responseHeader?.(reply, name), FASTIFY.isSetByFramework?.(reply, name)]);
    };
    expect(await seen(kit, look)).toEqual([
      ["reply", true],
      ["node", false],
      ["reply", true],
      [undefined, false],
      ["7", true],
    ]);
  });

  test("a header of the request may have been replaced by a hook", async () => {
    const look = (reply: FastifyReply) => {
      reply.request.headers["x-own"] = "hook";
      return FASTIFY.requestHeader?.(reply, "x-own");
    };
    expect(await seen(kit, look, { headers: { "x-own": "client" } })).toBe("hook");
  });

  test("the headers of a copied response are known, and those that hooks add later are not among them", async () => {
    const look = (reply: FastifyReply) => {
      const isLater = (name: string) => FASTIFY.isSetAfterCopy?.(reply, name);
      reply.header("x-early", "1");
      noteCopied(reply);
      const before = isLater("x-late");
      reply.header("via", "1.1 x");
      noteCopied(reply);
      reply.header("x-late", "1");
      noteCopied(reply);
      return [before, isLater("x-early"), isLater("via"), isLater("x-late")];
    };
    expect(await seen(kit, look)).toEqual([false, false, false, true]);
  });

  test.each<readonly [what: string, payload: unknown, isWhole: boolean]>([
    ["a text", "x", true],
    ["bytes", Buffer.from("x"), true],
    ["an object", {}, false],
    ["nothing", undefined, false],
  ])("an error is handed over as a whole if it is %s", async (_what, payload, isWhole) => {
    const look = (reply: FastifyReply) => {
      noteWhole(reply, payload);
      return FASTIFY.isHandedOver?.(reply);
    };
    expect(await seen(kit, look)).toBe(isWhole);
  });

  test("a request is routed and has the pattern of its route", async () => {
    expect(await seen(kit, (reply) => [FASTIFY.isRouted?.(reply), FASTIFY.route?.(reply)])).toEqual([
      true,
      "/things/:id",
    ]);
  });
});
