import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { pack, unpack } from "./packing.ts";

test("an index is the same after it was packed, in half of its size", () => {
  const index = new MiniSearch({ fields: ["title", "titles", "text"], storeFields: ["title", "titles"] });
  for (let section = 0; section < 300; section += 1) {
    const words = Array.from({ length: 40 }, (_one, word) => `word${(section * word) % 97}`);
    const titles = section % 3 === 0 ? [] : ["Page", `Chapter ${section % 7}`];
    index.add({
      id: `/page${section % 11}#section-${section}`,
      title: `Section ${section}`,
      titles,
      text: words.join(" "),
    });
  }
  index.add({ id: "/bare", title: "A page without an anchor", titles: [], text: "" });
  const written = JSON.stringify(index);
  const packed = pack(JSON.parse(written));
  expect(unpack(packed)).toEqual(JSON.parse(written));
  expect(packed.length).toBeLessThan(written.length / 2);
});
