import { cpSync, globSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";

// Stryker links each node_modules of the clone as a whole. A package would then find the clone's own packages, which are not mutated. So
// this copies the links inside, which lead to the mutated packages.

const clone = resolve(process.argv[2] ?? "");
const store = join(clone, "node_modules", ".pnpm");

for (const modules of globSync("{.,*,*/*}/node_modules", { cwd: clone, exclude: ["node_modules/**"] })) {
  cpSync(join(clone, modules), modules, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source !== store && !relative(clone, source).includes(".cache"),
  });
}
symlinkSync(store, "node_modules/.pnpm");
