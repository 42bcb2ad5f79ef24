/**
 * Rehearses a release. Packs every package, publishes them to a registry on this machine, and follows the README, the
 * first pages of the documentation and the packages' own pages in empty folders. Then it releases a company's catalog
 * twice. Needs a build. Prints what it did, and exits with 1 if a step failed. `rehearse.ts koa web` only tries the
 * programs on these packages' pages.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installRuntimes, programOf } from "../../test/runtimes/installed.ts";
import { packAll } from "./pack.ts";
import { publish } from "./publish.ts";
import { tryCatalog } from "./rehearsal/catalog.ts";
import { pages, programsOf } from "./rehearsal/pages.ts";
import { Project } from "./rehearsal/project.ts";
import { startRegistry } from "./rehearsal/registry.ts";
import { Table } from "./rehearsal/table.ts";
import { tryPacked } from "./rehearsal/try-packed.ts";
import { type Rehearsal, tryProgram } from "./rehearsal/try-program.ts";

const NODES = ["20", "24"];

// pnpm and npm pass their own settings to a shell. A reader's shell does not have them.
for (const name of Object.keys(process.env)) if (/^(?:npm|pnpm)_/i.test(name)) delete process.env[name];

installRuntimes(NODES.map((major) => `node${major}`));
const work = mkdtempSync(join(tmpdir(), "rehearsal-"));
const registry = await startRegistry();
const table = new Table();
const nodes = Object.fromEntries(NODES.map((major) => [major, programOf(`node${major}`)]));
const rehearsal: Rehearsal = { work, registry: registry.url, nodes, table };
const named = process.argv.slice(2);
try {
  const { folder } = new Project(work, "publish", registry.url);
  for (const one of packAll(join(work, "tarballs"))) {
    const step = `npm publish ${one.folder}-${one.version}.tgz --access public`;
    await table.step(step, async () => ((await publish(one, one.tarball, folder)) ? "published" : "was there already"));
  }
  const isNamed = (path: string) => named.length === 0 || named.some((name) => path.includes(`/${name}/`));
  for (const page of pages().filter(isNamed)) {
    for (const program of programsOf(page)) await tryProgram(program, rehearsal);
    const [, folder] = /^packages\/(.+)\/README\.md$/.exec(page) ?? [];
    if (folder !== undefined && programsOf(page).length === 0) await tryPacked(folder, rehearsal);
  }
  await tryCatalog(rehearsal, registry.published);
} finally {
  registry.close();
  rmSync(work, { recursive: true, force: true });
}
table.print();
if (table.failed > 0) process.exitCode = 1;
