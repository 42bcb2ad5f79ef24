/** The modules of a page that a browser cannot load, because their responses are not JavaScript. */
export async function brokenModules(page: string): Promise<readonly string[]> {
  const html = await (await fetch(page)).text();
  const { imports } = JSON.parse(/<script type="importmap">([^<]*)/.exec(html)?.[1] ?? "{}") as {
    readonly imports: Readonly<Record<string, string>>;
  };
  const [, entry = ""] = /<script type="module" src="([^"]*)"/.exec(html) ?? [];
  const seen = new Set<string>();
  const broken: string[] = [];
  const load = async (url: string) => {
    if (seen.has(url)) return;
    seen.add(url);
    const response = await fetch(url);
    const text = await response.text();
    if (!response.headers.get("content-type")?.includes("javascript")) broken.push(`${url}: ${response.status}`);
    for (const [, from = ""] of text.matchAll(/^\s*(?:import|export)\b[^;"]*"([^"]+)"/gm)) {
      await load(new URL(mapped(imports, from), url).href);
    }
  };
  await load(new URL(entry, page).href);
  return broken;
}

/** Resolves a name with an import map: by its prefix, or by the whole name. */
function mapped(imports: Readonly<Record<string, string>>, name: string): string {
  const folder = Object.keys(imports).find((key) => key.endsWith("/") && name.startsWith(key));
  if (folder !== undefined) return `${imports[folder]}${name.slice(folder.length)}`;
  return imports[name] ?? name;
}
