import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypescript, { astToString } from "openapi-typescript";
import { generate } from "orval";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ordersDocument } from "./orders.ts";

const DOCUMENTS = [
  { openapi: "3.0.3", closed: false },
  { openapi: "3.0.3", closed: true },
  { openapi: "3.1.0", closed: false },
  { openapi: "3.1.0", closed: true },
] as const;

interface Document {
  readonly components: object;
  readonly paths: Record<
    string,
    { post: { responses: Record<string, { content: Record<string, { schema: object }> }> } }
  >;
}

/** A generator of TypeScript: how to run it, and how its users refer to the body of the 409. */
interface Generator {
  readonly generate: (document: Document, folder: string) => Promise<unknown>;
  readonly body: string;
  /** The type of the detail once the code is known to be `acme_order_closed`. */
  readonly detail: string;
}

const INLINE = `{ closed_at: string; by?: "buyer" | "seller"; }`;

const GENERATORS: Readonly<Record<string, Generator>> = {
  "@hey-api/openapi-ts": {
    generate: (document, path) =>
      createClient({
        input: document as never,
        output: { path, clean: true },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
        logs: { level: "silent" },
      }),
    body: `import("./index.ts").PayOrderErrors[409]`,
    detail: INLINE,
  },
  "openapi-typescript": {
    generate: async (document, folder) => {
      const text = astToString(await openapiTypescript(document as never));
      ts.sys.createDirectory(folder);
      writeFileSync(join(folder, "index.ts"), text);
    },
    body: `import("./index.ts").operations["payOrder"]["responses"][409]["content"]["application/json"]`,
    detail: INLINE,
  },
  orval: {
    generate: async (document, folder) => {
      ts.sys.createDirectory(folder);
      writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
      const output = { target: join(folder, "index.ts"), client: "fetch", mode: "single" } as const;
      const said = vi.spyOn(console, "log").mockReturnValue();
      await generate({ input: { target: join(folder, "openapi.json") }, output }, folder);
      said.mockRestore();
    },
    body: `import("./index.ts").payOrderResponse409["data"]`,
    detail: "AcmeErrorOrderClosedErrorDetail",
  },
};

/** A user's code for a closed document: comparing the code is enough, and each code has a branch. */
const closedUser = (body: string) => `
type Body = ${body};
export function read({ error }: Body): string | undefined {
  if (error.code === "acme_order_closed") {
    const narrowed = error.detail;
    return narrowed.closed_at;
  }
  if (error.code === "acme_order_locked") return error.detail.locks[0]?.owner;
  const rest: "session_busy" = error.code;
  return rest;
}
`;

/** A user's code for an open document, with the guard from the docs. */
const openUser = (body: string) => `
type Body = ${body};
function hasCode<E extends { code: string }, C extends string>(error: E, code: C): error is Extract<E, { code: C }> {
  return error.code === code;
}
export function read({ error }: Body): string | undefined {
  if (hasCode(error, "acme_order_closed")) {
    const narrowed = error.detail;
    return narrowed.closed_at;
  }
  if (hasCode(error, "acme_order_locked")) return error.detail.locks[0]?.owner;
  const param: string | null = error.param;
  const detail: { [name: string]: unknown } | null = error.detail;
  // Any text is a code.
  const code: typeof error.code = "acme_order_of_tomorrow";
  const rest: string = error.code;
  return detail === null || param === code ? rest : error.message;
}
export function mistaken({ error }: Body) {
  // @ts-expect-error the general schema fits any code, so that a comparison does not narrow
  if (error.code === "acme_order_closed") error.detail.closed_at.toUpperCase();
  // @ts-expect-error a code that the operation does not have
  if (hasCode(error, "acme_order_clsoed")) error.detail.closed_at.toUpperCase();
}
`;

let folder: string;
const folderOf = (name: string, { openapi, closed }: (typeof DOCUMENTS)[number]) =>
  join(folder, `${name.replace(/\W/g, "-")}-${openapi}-${closed ? "closed" : "open"}`);
const documentOf = ({ openapi, closed }: (typeof DOCUMENTS)[number]) =>
  JSON.parse(JSON.stringify(ordersDocument(openapi, closed))) as Document;

const CASES = Object.entries(GENERATORS).flatMap(([name, generator]) =>
  DOCUMENTS.map((which) => ({ name, which, generator, kind: which.closed ? "a closed" : "an open" })),
);

let program: ts.Program;
beforeAll(async () => {
  // In this package, so that the code can import only what this package has.
  folder = mkdtempSync(fileURLToPath(new URL("../node_modules/.generated-", import.meta.url)));
  for (const { name, which, generator } of CASES) {
    const to = folderOf(name, which);
    await generator.generate(documentOf(which), to);
    writeFileSync(join(to, "user.ts"), which.closed ? closedUser(generator.body) : openUser(generator.body));
  }
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      types: [],
    },
  );
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllGlobals());

describe.each(CASES)("$name with $kind document of OpenAPI $which.openapi", ({ name, which, generator }) => {
  test("compiles, and narrows the detail of a code", { timeout: 60_000 }, () => {
    const file = program.getSourceFile(join(folderOf(name, which), "user.ts"));
    const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${folderOf(name, which)}/`));
    const found = files.flatMap((one) => [
      ...program.getSyntacticDiagnostics(one),
      ...program.getSemanticDiagnostics(one),
    ]);
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
    expect(narrowedIn(file)).toBe(generator.detail);
  });

  test("reads a known code and an unknown one", async () => {
    const { read } = (await import(join(folderOf(name, which), "user.ts"))) as { read: (body: object) => unknown };
    expect(read({ error: { code: "acme_order_closed", detail: { closed_at: "today" } } })).toBe("today");
    expect(read({ error: { code: "acme_order_of_tomorrow", detail: null } })).toBe("acme_order_of_tomorrow");
  });
});

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** The type of the variable `narrowed`. */
function narrowedIn(file: ts.SourceFile | undefined): string {
  const checker = program.getTypeChecker();
  let found = "";
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === "narrowed") {
      found = checker.typeToString(checker.getTypeAtLocation(node.name), node, FLAGS);
    }
    ts.forEachChild(node, visit);
  };
  if (file !== undefined) visit(file);
  return found;
}

describe.each(DOCUMENTS)("a generated client of OpenAPI $openapi, closed: $closed", (which) => {
  const UNKNOWN = {
    error: { type: "conflict", code: "acme_of_tomorrow", message: "New.", param: null, detail: { a: 1 } },
  };
  const fetch = async () => Response.json(UNKNOWN, { status: 409 });

  test("of @hey-api/openapi-ts does not throw for an unknown code", async () => {
    const { payOrder } = (await import(join(folderOf("@hey-api/openapi-ts", which), "index.ts"))) as {
      payOrder: (options: object) => Promise<{ readonly error?: unknown }>;
    };
    const { error } = await payOrder({ baseUrl: "http://acme.example", path: { id: "x" }, fetch });
    expect(error).toEqual(UNKNOWN);
  });

  test("of orval does not throw for an unknown code", async () => {
    vi.stubGlobal("fetch", fetch);
    const { payOrder } = (await import(join(folderOf("orval", which), "index.ts"))) as {
      payOrder: (id: string) => Promise<object>;
    };
    expect(await payOrder("x")).toMatchObject({ status: 409, data: UNKNOWN });
  });
});

// quicktype reads JSON Schema, and does not know how OpenAPI 3.0 writes null.
describe.each(DOCUMENTS.filter(({ openapi }) => openapi === "3.1.0"))(
  "Python of quicktype, closed: $closed",
  (which) => {
    test("has all details in one class, and reads an unknown code unless the document is closed", async () => {
      if (spawnSync("python3", ["--version"]).error !== undefined) return;
      const module = which.closed ? "errors_closed" : "errors_open";
      writeFileSync(join(folder, `${module}.py`), await pythonOf(documentOf(which)));
      const read = (code: string, detail: object) => {
        const error = { type: "invalid_request_error", code, message: "X.", param: null, detail };
        const lines = `import json, sys, ${module} as e\nx = e.PayOrderError.from_dict(json.loads(sys.argv[1])).error`;
        const args = ["-c", `${lines}\nprint(x.code, x.detail.closed_at)`, JSON.stringify({ error })];
        return execFileSync("python3", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
      };
      const known = read("acme_order_closed", { closed_at: "today" });
      expect(known).toBe(which.closed ? "Code.ACME_ORDER_CLOSED today\n" : "acme_order_closed today\n");
      if (which.closed) expect(() => read("acme_of_tomorrow", {})).toThrow("is not a valid Code");
      else expect(read("acme_of_tomorrow", {})).toBe("acme_of_tomorrow None\n");
    }, 60_000);
  },
);

async function pythonOf({ paths, components }: Document): Promise<string> {
  const schema = paths["/orders/{id}/payment"]?.post.responses["409"]?.content["application/json"]?.schema;
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await input.addSource({ name: "PayOrderError", schema: JSON.stringify({ ...schema, components }) });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang: "python" });
  return lines.join("\n");
}
