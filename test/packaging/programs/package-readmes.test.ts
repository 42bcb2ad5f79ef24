import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { send } from "../../support/http.ts";
import { blocksOf } from "../docs-code/blocks.ts";
import { startProgram } from "../docs-code/start-program.ts";

const ADAPTERS = ["express", "koa", "fastify", "hono", "nestjs", "h3", "web"];

test.each(ADAPTERS)("the program of packages/%s/README.md responds as that page says", async (name) => {
  const page = `packages/${name}/README.md`;
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  const [, method = "", path = "", status = ""] = /`([A-Z]+) (\S+)` responds with status (\d+)/.exec(text) ?? [];
  const shown = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const [block, ...others] = blocksOf(page);
  if (block === undefined || others.length > 0) expect.fail("the page should have one program");

  const program = await startProgram(block, { experimentalDecorators: true, target: "ES2023" });
  try {
    const received = await send(program.url, { method, path });
    expect([received.status, JSON.parse(received.body)]).toEqual([Number(status), JSON.parse(shown)]);
    const unknown = await send(program.url, { path: "/nowhere" });
    expect([unknown.status, JSON.parse(unknown.body).error.code]).toEqual([404, "acme_route_not_found"]);
  } finally {
    await program.close();
  }
});
