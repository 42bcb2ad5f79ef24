import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { FASTIFY_KITS } from "../../../test/support/fastify.ts";
import { allowedMethods, isTaken } from "./allowed-methods.ts";

const asked = (url: string | undefined, method = "POST") => ({ raw: { url, method } }) as never;
const answer = () => ({});

describe.each(FASTIFY_KITS)("on %s", (_name, { Fastify }) => {
  const app: FastifyInstance = Fastify();
  app.get("/things/:id", answer).put("/things/:id", answer);
  app.get("/files/*", answer).post("/", answer);
  app.get("/both", answer).options("/both", answer).options("/asked", answer);
  app.options("/*", answer).delete("*", answer);
  app.get("/regular/:id(^\\d+$)", answer);

  test.each<readonly [url: string | undefined, methods: readonly string[]]>([
    ["/things/1", ["GET", "HEAD", "PUT"]],
    ["/things/1?x=/files/1", ["GET", "HEAD", "PUT"]],
    ["/files/a/b", ["GET", "HEAD"]],
    ["/", ["POST"]],
    ["/both", ["GET", "HEAD", "OPTIONS"]],
    ["/regular/7", ["GET", "HEAD"]],
    // OPTIONS alone, and routes for every path, say nothing about an address.
    ["/asked", []],
    ["/nowhere", []],
    ["//nowhere//else/", []],
    ["/no%20where;a=b;c", []],
    ["/regular/x", []],
    [undefined, []],
  ])("the methods of %j are %j", (url, methods) => {
    expect(allowedMethods(app, asked(url))).toEqual(methods);
  });

  test.each<readonly [method: string, url: string, isTaken: boolean]>([
    ["PUT", "/things/1?x=1", true],
    ["PATCH", "/things/1", false],
    ["OPTIONS", "/nowhere", true],
    ["GET", "/nowhere", false],
  ])("whether a route accepts %s %s: %s", (method, url, expected) => {
    expect(isTaken(app, asked(url, method))).toBe(expected);
  });

  test("a router that fails has no route for any request", () => {
    const failing = {
      findRoute() {
        throw new Error("a constraint");
      },
    } as never;
    expect([allowedMethods(failing, asked("/")), isTaken(failing, asked("/"))]).toEqual([[], false]);
  });
});
