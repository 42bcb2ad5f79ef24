import { fileURLToPath } from "node:url";
import type { UserConfig } from "vitepress";
import { pack } from "./packing.ts";

type Plugin = NonNullable<NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number]>;

const RANKING = fileURLToPath(new URL("./ranking.ts", import.meta.url));

/** The index as VitePress writes it: a module with JSON in a string. */
const INDEX_MODULE = /^export default (".*")$/s;

/**
 * Lets the search of VitePress rank with this site's rules, and load a packed index. Its options cannot hold functions, because the content
 * policy forbids `eval`.
 */
export function ownSearch(): Plugin {
  return {
    name: "own-search",
    enforce: "pre",
    resolveId(id, importer) {
      return id === "minisearch" && importer !== RANKING ? RANKING : undefined;
    },
    transform(code, id) {
      if (id !== "/@localSearchIndexroot") return undefined;
      const [, text] = INDEX_MODULE.exec(code) ?? [];
      if (text === undefined)
        throw new Error("VitePress writes the index of its search in another way than this expects");
      return { code: `export default ${JSON.stringify(pack(JSON.parse(JSON.parse(text))))}`, map: null };
    },
  };
}
