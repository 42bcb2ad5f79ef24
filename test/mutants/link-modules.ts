import { cpSync, globSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";

// Stryker links each node_modules of the clone as a whole, and a package would then find the clone's own, unmutated packages in it.
// Copies of the links inside lead to the packages beside them.

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
