import { fileURLToPath } from "node:url";
import type { UserConfig } from "vitepress";

type Plugin = NonNullable<NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number]>;

/** A file of the site. Dependencies of the site can be resolved from here. */
const HERE = fileURLToPath(import.meta.url);

/** Lets pages outside the site's folder, which become Vue components, find Vue where the site installs it. */
export function outsidePages(): Plugin {
  return {
    name: "outside-pages",
    enforce: "pre",
    resolveId(id, importer, options) {
      const isPage = importer !== undefined && /\.md(?:\?|$)/.test(importer);
      return isPage && /^vue(?:\/|$)/.test(id) ? this.resolve(id, HERE, { ...options, skipSelf: true }) : undefined;
    },
  };
}
