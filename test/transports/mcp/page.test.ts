import { readFileSync } from "node:fs";
import { type Contract, createContract } from "@uhp-errors/core";
import * as mcp from "@uhp-errors/mcp";
import * as reader from "@uhp-errors/mcp/client";
import { expect, test } from "vitest";
import { acme } from "./failures.ts";
import { LINES, type McpServer } from "./lines.ts";

/** The page's code blocks without their imports. They are valid JavaScript. */
const BLOCKS = [
  ...readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8").matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, code = ""]) => code.replace(/^import .*\n/gm, ""));

test.each(LINES)("the code of the page runs: $name", async (line) => {
  const contract: Contract = createContract(acme, { onError: () => {} });
  const make = new Function("McpServer", "install", "contract", "acme", `${BLOCKS[0]}\nreturn server;`);
  const client = await line.connect(() => make(line.McpServer, mcp.install, contract, acme) as McpServer);
  const shown: unknown[] = [];
  const names = { ...reader, client, acme, show: (what: unknown) => shown.push(what) };
  await new Function(...Object.keys(names), `return (async () => { ${BLOCKS[1]} })()`)(...Object.values(names));
  expect(shown).toEqual(["0 left"]);
});
