import { expect, test } from "vitest";
import { findBinding } from "./bindings.ts";
import { parseModule } from "./module.ts";
import type { Node } from "./syntax.ts";

test("the search for a variable's values reads few of its assignments, because each use asks for them", () => {
  const module = parseModule("a.js", `let r;\n${"r = own;\n".repeat(1_000)}`);
  const use = module.nodes.at(-1) as Node;
  const find = () => findBinding("r", use, module);
  find();
  let reads = 0;
  for (const node of module.nodes) {
    const { end } = node;
    const get = () => {
      reads += 1;
      return end;
    };
    Object.defineProperty(node, "end", { get });
  }
  expect(find()).toMatchObject({ kind: "value", values: { length: 20 } });
  expect(reads).toBeLessThan(100);
});
