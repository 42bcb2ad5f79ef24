import { describe, expect, test } from "vitest";
import { blocksOf } from "../packaging/docs-code/blocks.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { bundleText } from "./bundle.ts";
import { byBun, byDeno, onWorkerd, type Started } from "./start.ts";

const BLOCKS = blocksOf("docs/fetch.md").map(({ code }) => code);
const [HANDLER = ""] = BLOCKS;

/** The beginning of a line that only the example of one runtime has, and how to start that example. */
const EXAMPLES: readonly (readonly [name: string, line: string, start: (program: string) => Promise<Started>])[] = [
  ["workers", "export default {", (program) => onWorkerd(program, { date: "2022-11-30", flags: [] })],
  ["deno", "Deno.serve(", byDeno],
  ["bun", "Bun.serve(", byBun],
];

describe("the example in docs/fetch.md", () => {
  test.each(EXAMPLES)("for %s answers as it says", async (name, line, start) => {
    const example = BLOCKS.find((code) => code.split("\n").some((one) => one.startsWith(line)));
    const running = await start(await bundleText(`docs-${name}`, `${HANDLER}\n${example}`));
    try {
      const found = await send(running.url, { path: "/notes/1" });
      expect([found.status, found.body]).toEqual([200, '{"id":"1","text":"Buy milk."}']);
      const missing = await send(running.url, { path: "/notes/2" });
      expect([missing.status, expectEnvelope(missing).code]).toEqual([404, "acme_note_not_found"]);
      if (name === "workers") return;
      const outside = await send(running.url, { path: "/internal/x" });
      expect([outside.status, expectEnvelope(outside).code]).toEqual([403, "insufficient_scope"]);
    } finally {
      await running.close();
    }
  });
});
