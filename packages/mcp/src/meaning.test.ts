import { describe, expect, test } from "vitest";
import { z } from "zod";
import { faultInArguments, faultInRequest, faultOf } from "./meaning.ts";

const ofSdk = (code: unknown, name = "McpError") => Object.assign(new Error("hunter2"), { name, code });

describe("an error of the SDK", () => {
  test.each([
    [-32_602, 400],
    [-32_021, 400],
    [-32_022, 400],
    [-32_002, 404],
    [-32_000, 502],
    [-32_001, 504],
  ])("with the code %d has the meaning of the status %d", (code, status) => {
    for (const thrown of [
      ofSdk(code),
      ofSdk(code, "ProtocolError"),
      Object.assign(ofSdk(code, "Own"), { [Symbol.for("mcp.sdk.errorBrands")]: [] }),
    ]) {
      const fault = faultOf(thrown).thrown;
      expect(fault).toMatchObject({ status, statusCode: status, expose: false, message: `MCP error ${code}` });
      expect((fault as Error).cause).toBe(thrown);
    }
  });

  test.each([ofSdk(-32_603), ofSdk("-32602"), ofSdk(-32_602, "Error"), "x", undefined])(
    "that says nothing stays as it is: %s",
    (thrown) => {
      expect(faultOf(thrown).thrown).toBe(thrown);
    },
  );
});

describe("what a request failed with", () => {
  const refused = ofSdk(-32_602);
  const issues = [{ message: "No.", path: ["id"] }];
  const argsSchema = {
    "~standard": { validate: ({ id }: { id?: string }) => (id === "7" ? { value: {} } : { issues }) },
  };
  const server = { _registeredTools: { order: {} }, _registeredPrompts: { greet: { argsSchema } } };
  const named = (name: string, given?: object) => ({ params: { name, arguments: given } });

  test.each<readonly [what: string, thrown: unknown, method: string, request: object, fault: object]>([
    ["a method that no handler takes", ofSdk(-32_601), "acme/none", {}, { status: 404 }],
    ["a server that did not answer", ofSdk(-32_000), "tools/call", named("absent"), { status: 502 }],
    ["a resource that does not exist", refused, "resources/read", {}, { status: 404 }],
    ["a parameter of another request", refused, "prompts/list", named("absent"), { status: 400 }],
    ["a tool that does not exist", refused, "tools/call", named("greet"), { status: 404 }],
    ["a tool that exists", refused, "tools/call", named("order"), { status: 400 }],
    ["a prompt that does not exist", refused, "prompts/get", named("order"), { status: 404 }],
    ["a prompt's arguments", refused, "prompts/get", named("greet", { id: "8" }), { issues }],
    ["a prompt without arguments", refused, "prompts/get", named("greet"), { issues }],
    ["a prompt whose arguments fit", refused, "prompts/get", named("greet", { id: "7" }), { status: 400 }],
  ])("is %s", async (_what, thrown, method, request, fault) => {
    expect((await faultInRequest(thrown, server, method, request)).thrown).toMatchObject(fault);
  });

  test("is a wrong parameter where nobody knows what is registered", async () => {
    const { thrown } = await faultInRequest(refused, undefined, "tools/call", named("absent"));
    expect(thrown).toMatchObject({ status: 400 });
  });
});

describe("arguments that the SDK refused", () => {
  const schema = z.object({ count: z.number() });
  const refusal = ofSdk(-32_602);

  test("fail with the issues of their schema", async () => {
    const { thrown } = await faultInArguments(schema, { count: "7" }, refusal);
    expect(thrown).toMatchObject({ name: "ZodError", issues: [{ path: ["count"] }] });
    expect((await faultInArguments(schema, undefined, refusal)).thrown).toMatchObject({ name: "ZodError" });
  });

  test.each([
    ["fits them", schema],
    ["is none", undefined],
  ])("are wrong in another way if their schema %s", async (_what, asked) => {
    expect((await faultInArguments(asked, { count: 7 }, refusal)).thrown).toMatchObject({ status: 400 });
  });

  test("fail with what their schema throws", async () => {
    const lost = new Error("lost");
    const throwing = { safeParseAsync: () => Promise.reject(lost) };
    expect((await faultInArguments(throwing, {}, refusal)).thrown).toBe(lost);
  });
});
