import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Answers an error in a separate process in which something that the library builds on is missing or broken. */
async function answerAfter(before: string, after: string): Promise<{ status: number; body: string; id: string }> {
  const script = `${before};
    const { createContract, defineCatalog } = await import("@uhp-errors/core");
    const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });
    ${after};
    const { status, body, headers } = contract.respond(new Error("x"), { method: "GET", path: "/", header: () => undefined });
    process.stdout.write(String(status) + "|" + headers["x-request-id"] + "|" + body);`;
  const args = ["--conditions=@uhp-errors/source", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: HERE });
  const [status = "", id = "", ...body] = stdout.split("|");
  return { status: Number(status), id, body: body.join("|") };
}

const SPOILED: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "a Math.random and a Date.now that throw": ["Math.random = Date.now = () => { throw new Error('no') }", ""],
  "a JSON.stringify that throws from the start": ["JSON.stringify = () => { throw new Error('no') }", ""],
  "a JSON.stringify that throws later": ["", "JSON.stringify = () => { throw new Error('no') }"],
};

describe("an error is answered in a process with", { concurrent: true }, () => {
  test.each(Object.entries(SPOILED))("%s", async (_what, [before, after]) => {
    const { status, id, body } = await answerAfter(before, after);
    expect(status).toBe(500);
    expect(id).toMatch(/^[\w-]{32,36}$/);
    expect(JSON.parse(body)).toEqual({
      error: {
        type: "server_error",
        code: "acme_internal_error",
        message: "The server failed to handle the request.",
        param: null,
        detail: { correlation_id: id },
      },
    });
  });
});
