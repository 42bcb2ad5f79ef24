import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { blocksOf } from "../../../test/packaging/docs-code/blocks.ts";
import { publishedPackages, ROOT } from "../packages.ts";

/** A complete program on a page, and what the page says to install. */
export interface Program {
  readonly page: string;
  /** The line where it begins. */
  readonly line: number;
  readonly code: string;
  /** The install command above it, as written there. */
  readonly install: string;
  /** Packages that the program imports but the page does not install, because a service already has them. */
  readonly beside: readonly string[];
}

const INSTALL = /^npm install (?!\.\.\/).*$/gm;

/** Packages without types of their own, and where these are. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  express: ["@types/express"],
  koa: ["@types/koa"],
  "@koa/router": ["@types/koa__router"],
};

/** The pages that a new user follows. */
export function pages(): readonly string[] {
  const own = publishedPackages().map(({ folder }) => `packages/${folder}/README.md`);
  return ["README.md", "docs/getting-started.md", ...own].filter((page) => existsSync(join(ROOT, page)));
}

/** Returns the complete programs of a page: blocks without a prelude, below a command that installs something that they import. */
export function programsOf(page: string): readonly Program[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const lines = text.split("\n");
  const whole = blocksOf(page).filter(({ prelude }) => prelude === undefined);
  return whole.flatMap(({ line, code }) => {
    const above = lines.slice(0, line).join("\n").match(INSTALL) ?? [];
    const named = new Set(importsOf(code));
    const install = above.findLast((candidate) => [...named].some((name) => candidate.includes(name)));
    if (install === undefined) return [];
    return [{ page, line, code, install, beside: missingFrom(install, named) }];
  });
}

/** The first line of a page that installs packages. */
export function installLineOf(page: string): string | undefined {
  return readFileSync(join(ROOT, page), "utf8").match(INSTALL)?.[0];
}

/** Returns the packages that a program imports and no line installs, with their types. */
function missingFrom(install: string, named: ReadonlySet<string>): readonly string[] {
  const installed = install.replace(/#.*/s, "").split(/\s+/);
  const wanted = [...named].flatMap((name) => [name, ...(TYPES[name] ?? [])]);
  return wanted.filter((name) => !installed.includes(name) && !name.startsWith("@uhp-errors/"));
}

/** The packages that a program imports, without Node's own. */
export function importsOf(code: string): readonly string[] {
  const statements = code.matchAll(/^(?:(?:import|\} from)\b[^"\n]*|.*\brequire\()"([^".][^"]*)"/gm);
  const specifiers = [...statements].map(([, name = ""]) => name);
  const packages = specifiers.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return packages.filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
}
