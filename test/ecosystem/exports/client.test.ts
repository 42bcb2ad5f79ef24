import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { createContract } from "@uhp-errors/core";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acme } from "./catalog.ts";
import { ofFastify } from "./documents.ts";

/** The parts of the generated client that the tests call. */
interface Generated {
  getHarness(options: object): Promise<{
    readonly data?: unknown;
    readonly error?: { readonly error: { readonly type: string; readonly code: string; readonly detail: unknown } };
    readonly response?: Response;
  }>;
}

/** A user's code. The compiler must know the five fields, and that a code may be any string. */
const USER = `
import { getHarness } from "./client/index.ts";
import type { AcmeErrorEnvelope, GetHarnessErrors, GetHarnessResponse } from "./client/index.ts";

export async function codeOf(id: string): Promise<string | undefined> {
  const { data, error } = await getHarness({ path: { id } });
  const harness: GetHarnessResponse | undefined = data;
  if (harness !== undefined) return undefined;
  const found: AcmeErrorEnvelope | undefined = error;
  const missing: GetHarnessErrors[404] | undefined = error;
  const detail: { [name: string]: unknown } | null | undefined = found?.error.detail;
  const param: string | null | undefined = missing?.error.param;
  // Any text is a code.
  const tomorrow: string = "acme_of_tomorrow";
  const code: AcmeErrorEnvelope["error"]["code"] = found?.error.code ?? tomorrow;
  return [code, param, typeof detail].join();
}
`;

let folder: string;
let server: Server;
beforeAll(async () => {
  // In this package, so that the client can import only what this package has.
  folder = mkdtempSync(fileURLToPath(new URL("../node_modules/.generated-", import.meta.url)));
  const { after } = await ofFastify("3.1.0");
  await createClient({
    input: JSON.parse(JSON.stringify(after)),
    output: { path: join(folder, "client"), clean: true },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });

  const contract = createContract(acme, { onError() {} });
  server = createServer((request, response) => {
    const context = { method: "GET", path: "/", header: () => undefined };
    const code = request.url?.endsWith("new") ? "harness_mismatch" : "harness_not_found";
    const answer = contract.respond(acme.error(code), context);
    const body = String(answer?.body).replace("harness_mismatch", "acme_of_tomorrow");
    response.writeHead(answer?.status ?? 500, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  server?.close();
});

test("a generated client compiles, and so does its user", { timeout: 60_000 }, () => {
  const user = join(folder, "user.ts");
  ts.sys.writeFile(user, USER);
  const generated = readdirSync(join(folder, "client"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, "client", file));
  expect(generated.length).toBeGreaterThan(3);
  const program = ts.createProgram([user, ...generated], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(found).toEqual([]);
});

test("at run time it reads a known code, and survives an unknown one", async () => {
  const { getHarness } = (await import(join(folder, "client/index.ts"))) as Generated;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = await getHarness({ baseUrl, path: { id: "x" } });
  expect([known.response?.status, known.error?.error.code]).toEqual([404, "harness_not_found"]);
  const unknown = await getHarness({ baseUrl, path: { id: "new" } });
  expect([unknown.response?.status, unknown.error?.error.code, unknown.data]).toEqual([
    409,
    "acme_of_tomorrow",
    undefined,
  ]);
});
