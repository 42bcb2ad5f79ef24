import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../packages.ts";
import { importsOf, installLineOf } from "./pages.ts";
import { Project } from "./project.ts";
import { runProgram } from "./run.ts";
import type { Rehearsal } from "./try-program.ts";

const PACKED = join(ROOT, "test/packaging/packed");

/** What a framework needs in addition. */
const NEEDED_BY: Readonly<Record<string, readonly string[]>> = { "@nestjs/core": ["reflect-metadata", "rxjs"] };

/** Tries a package whose page has no complete program, with the programs that test its tarball. */
export async function tryPacked(folder: string, { work, registry, nodes, table }: Rehearsal): Promise<void> {
  const source = join(PACKED, folder);
  const install = installLineOf(`packages/${folder}/README.md`);
  if (install === undefined || !existsSync(source)) return;
  const page = `packages/${folder}/README.md`;
  const programs = readdirSync(source).filter((file) => /^(?:esm\.mjs|cjs\.cjs)$/.test(file));
  const named = programs.flatMap((file) => importsOf(readFileSync(join(source, file), "utf8")));
  const beside = [...new Set(named.flatMap((name) => [name, ...(NEEDED_BY[name] ?? [])]))];
  const missing = beside.filter((name) => !install.split(/\s+/).includes(name));
  const project = new Project(work, folder, registry);
  const installed = await table.step(`${page}: ${install}`, async () => {
    if (missing.length > 0) await project.sh(`npm install ${missing.join(" ")}`);
    await project.sh(install);
    return missing.length > 0 ? `next to ${missing.join(", ")}` : "into an empty folder";
  });
  if (installed === undefined) return;
  for (const from of [join(PACKED, "shared"), source]) cpSync(from, project.folder, { recursive: true });
  for (const program of programs) {
    for (const [major, node] of Object.entries(nodes)) {
      await table.step(`${page}: the test's ${program}, Node ${major}`, () =>
        runProgram(node, project.folder, [join(project.folder, program)]),
      );
    }
  }
}
