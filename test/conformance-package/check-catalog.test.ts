import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fileOf } from "./run-cli.ts";

test.each<readonly [what: string, imports: string, isAdvised: boolean]>([
  ["that is not built", "./errors.js", true],
  ["that is nowhere", "./nowhere.js", false],
])(
  "a module in TypeScript that imports a file %s is told to run with tsx: only if that helps",
  (_what, imports, isAdvised) => {
    const bin = fileURLToPath(new URL("../../packages/cli/bin/uhp-errors.js", import.meta.url));
    const file = fileOf(`import { answer } from "${imports}";\nexport default answer;\n`, "catalog.mts");
    writeFileSync(join(dirname(file), "errors.ts"), "export const answer = 42;\n");
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--conditions=@uhp-errors/source", bin, "check-catalog", file],
      { encoding: "utf8" },
    );
    expect(status).toBe(2);
    expect(stderr).toContain("catalog.mts cannot be loaded: Cannot find module ");
    expect(stderr.includes("run it with tsx: npx tsx node_modules/@uhp-errors/cli/bin/uhp-errors.js …")).toBe(
      isAdvised,
    );
  },
);
