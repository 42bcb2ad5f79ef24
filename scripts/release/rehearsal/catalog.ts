import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../packages.ts";
import { publish } from "../publish.ts";
import { Project } from "./project.ts";
import type { Rehearsal } from "./try-program.ts";

const FOLDER = join(ROOT, "examples/company/catalog");

const PAGE = join(ROOT, "packages/cli/README.md");

/** Lines of the command's page that need a catalog but no server. */
const COMMANDS = [
  "npx uhp-errors explain session_busy",
  "npx uhp-errors check-catalog ./catalog.js",
  "npx uhp-errors export ./catalog.js --format openapi",
];

/** What a company runs before each release of its catalog, as the command's page says. */
const COMPARE = "npx uhp-errors compare catalog.json ./catalog.js";

/**
 * Publishes the example of a company's catalog, and then two more versions: one that breaks its users and one that does
 * not. `compare` runs before each, and a version that it refuses is not published.
 */
export async function tryCatalog({ work, registry, table }: Rehearsal, published: readonly string[]): Promise<void> {
  const project = new Project(work, "catalog", registry);
  const source = readFileSync(join(FOLDER, "index.ts"), "utf8");
  const { dependencies, ...manifest } = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8"));
  const line = "npm install --save-dev @uhp-errors/cli";
  const ready = await table.step(`catalog: ${line}`, async () => {
    expectIn(PAGE, line);
    expectIn(PAGE, COMPARE);
    await project.sh(`npm install @uhp-errors/core zod@${JSON.stringify(dependencies.zod)}`);
    return project.sh(line).then(() => "into an empty folder");
  });
  if (ready === undefined) return;

  const release = (version: string, text: string): string => {
    const folder = `release-${version}`;
    project.write(`${folder}/package.json`, JSON.stringify({ ...manifest, dependencies, version }));
    project.write(
      `${folder}/index.js`,
      ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } })
        .outputText,
    );
    project.write(`${folder}/index.d.ts`, ts.transpileDeclaration(text, {}).outputText);
    return project.write("catalog.js", readFileSync(join(project.folder, folder, "index.js"), "utf8"));
  };
  const send = async (version: string) => {
    await publish({ name: manifest.name, version }, `./release-${version}`, project.folder);
    return `${manifest.name}@${version} is published`;
  };

  await table.step("catalog: the first version", async () => {
    release("1.0.0", source);
    await project.sh("npx uhp-errors export ./catalog.js --format json > catalog.json");
    return send("1.0.0");
  });
  for (const command of COMMANDS) {
    await table.step(`catalog: ${command}`, async () => {
      expectIn(PAGE, command);
      return `${(await project.sh(command)).split("\n").length - 1} lines`;
    });
  }
  await table.step("catalog: another status for a code", async () => {
    release("1.0.1", replaced(source, /(acme_shelf_locked: \{\s+status: )409/, "$1400"));
    const { code, out } = await project.try(COMPARE);
    if (code !== 1) throw new Error(`compare ended with ${code}: ${out}`);
    return `refused with 1, not published: ${out.trim().split("\n")[0]}`;
  });
  await table.step("catalog: one more code", async () => {
    release(
      "1.1.0",
      replaced(
        source,
        /codes: \{/,
        '$&\n    acme_truck_late: { status: 503, message: "The truck is late.", when: "Snow." },',
      ),
    );
    const out = await project.sh(COMPARE);
    return `accepted, ${await send("1.1.0")}: ${out.trim().split("\n")[0]}`;
  });
  await table.step("catalog: what its users get", async () => {
    const user = new Project(work, "user", registry);
    await user.sh(`npm install ${manifest.name} @uhp-errors/core`);
    const { version } = JSON.parse(
      readFileSync(join(user.folder, "node_modules", manifest.name, "package.json"), "utf8"),
    );
    const all = published.filter((one) => one.startsWith(`${manifest.name}@`)).join(", ");
    if (version !== "1.1.0" || all.includes("1.0.1")) throw new Error(`npm installs ${version} of ${all}`);
    return `${version} of ${all}`;
  });
}

function replaced(text: string, from: RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`the example of a catalog has no ${from}`);
  return changed;
}

function expectIn(page: string, line: string): void {
  const lines = readFileSync(page, "utf8")
    .split("\n")
    .map((one) => one.replace(/\s+#.*/, ""));
  if (!lines.includes(line)) throw new Error(`${page} no longer says: ${line}`);
}
