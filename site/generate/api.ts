import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, type DeclarationReflection, type ProjectReflection, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { slugify } from "../.vitepress/markdown/links.ts";
import { packageNames, ROOT } from "../.vitepress/sources.ts";

const OUT = fileURLToPath(new URL("../generated/api", import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly "@uhp-errors/source"?: string }>>;
}

/** All entry points of the workspace's packages: the name to import, and the source file. */
function entryPoints(): readonly (readonly [name: string, source: string])[] {
  return packageNames().flatMap((name) => {
    const folder = `${ROOT}packages/${name}`;
    const { exports = {} } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Partial<Manifest>;
    return Object.entries(exports).flatMap(([entry, conditions]) => {
      const source = typeof conditions === "string" ? undefined : conditions["@uhp-errors/source"];
      return source === undefined ? [] : [[join("@uhp-errors", name, entry), join(folder, source)] as const];
    });
  });
}

/** The source file of a module. */
function fileOf(module: DeclarationReflection, project: ProjectReflection): string | undefined {
  const symbol = project.getSymbolIdFromReflection(module);
  return symbol?.fileName;
}

/** Writes the API reference as Markdown, from the docstrings of all packages. Each module has a page. */
export async function writeApi(): Promise<void> {
  const entries = entryPoints();
  const options: TypeDocOptions & Partial<PluginOptions> = {
    entryPoints: entries.map(([, source]) => source),
    tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
    plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
    basePath: `${ROOT}packages`,
    displayBasePath: `${ROOT}packages`,
    out: OUT,
    readme: "none",
    name: "API",
    excludeInternal: true,
    disableSources: true,
    skipErrorChecking: true,
    validation: false,
    logLevel: "Warn",
    router: "module",
    entryFileName: "index",
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "list",
    expandObjects: false,
    sanitizeComments: true,
  };
  const app = await Application.bootstrapWithPlugins(options as TypeDocOptions);
  const project = await app.convert();
  if (project === undefined) throw new Error("the API reference could not be made");
  for (const module of project.children ?? []) {
    const [name] = entries.find(([, source]) => source === fileOf(module, project)) ?? [];
    if (name === undefined) throw new Error(`no package publishes ${module.name}`);
    module.name = name;
  }
  await app.generateOutputs(project);
  for (const file of globSync("**/*.md", { cwd: OUT })) mendAnchors(join(OUT, file));
  if (app.logger.hasErrors()) throw new Error("the API reference has errors");
}

/** The plugin does not know how this site makes anchors from headings. This corrects the anchors in its links. */
function mendAnchors(file: string): void {
  const text = readFileSync(file, "utf8");
  const mended = text.replaceAll(/\]\(([\w./@-]*)#([\w-]+)\)/g, (link, page: string, anchor: string) => {
    const target = page === "" ? file : join(dirname(file), page);
    const meant = meantAnchor(anchorsOf(target), anchor);
    return meant === undefined ? link : `](${page}#${meant})`;
  });
  if (mended !== text) writeFileSync(file, mended);
}

/** The anchors of each file, so that each is read only once. */
const ANCHORS = new Map<string, readonly string[]>();

function anchorsOf(file: string): readonly string[] {
  const known = ANCHORS.get(file);
  if (known !== undefined) return known;
  const anchors = existsSync(file) ? anchorsIn(readFileSync(file, "utf8")) : [];
  ANCHORS.set(file, anchors);
  return anchors;
}

function anchorsIn(text: string): readonly string[] {
  const times = new Map<string, number>();
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = slugify(heading.replaceAll("\\", ""));
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Links have `-` where a name has `_`. If something internal has the same name, they also end in a number that no heading has. */
function meantAnchor(anchors: readonly string[], anchor: string): string | undefined {
  return (
    anchors.find((one) => one === anchor) ??
    anchors.find((one) => one.replaceAll("_", "-") === anchor) ??
    anchors.find((one) => one === anchor.replace(/-\d+$/, ""))
  );
}
