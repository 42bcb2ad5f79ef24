/** The steps of a release: `pnpm release <step>`. Arguments after the step's name go to its program. */
import { spawnSync } from "node:child_process";

const FROM_SOURCE = ["node", "--conditions=@uhp-errors/source"];

/** The commands of each step, in order. */
const STEPS: ReadonlyMap<string | undefined, readonly (readonly string[])[]> = new Map([
  [
    "version",
    [
      ["changeset", "version"],
      ["pnpm", "install", "--lockfile-only"],
      ["biome", "format", "--write", "packages"],
    ],
  ],
  ["check", [["node", "scripts/check-packages.ts"]]],
  ["rehearse", [[...FROM_SOURCE, "scripts/release/rehearse.ts"]]],
  ["reproduce", [["node", "scripts/release/reproduce.ts"]]],
  [
    "sbom",
    [
      [
        ...["pnpm", "--filter", "./packages/*", "sbom", "--sbom-format", "cyclonedx"],
        // The service installs peer dependencies itself, in the versions that it chooses.
        ...["--prod", "--exclude-peers", "--split", "--out", "sboms/%s-%v.cdx.json"],
      ],
    ],
  ],
  ["pack", [["node", "scripts/release/pack.ts"]]],
  ["publish", [["node", "scripts/release/publish.ts"]]],
]);

const [name, ...rest] = process.argv.slice(2);
const commands = STEPS.get(name);
if (commands === undefined) throw new Error(`name a step: ${[...STEPS.keys()].join(", ")}`);
for (const [index, [program = "", ...args]] of commands.entries()) {
  const given = index === commands.length - 1 ? rest : [];
  const { status } = spawnSync(program, [...args, ...given], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
