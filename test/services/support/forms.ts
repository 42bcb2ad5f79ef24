import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "../../conformance-package/run-cli.ts";

/** A replacement in a file of a service. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A service, and how it adopts the contract by hand. */
export interface Service {
  /** The folder, and the prefix of its codes. */
  readonly name: string;
  readonly main: string;
  readonly byHand: readonly Edit[];
}

/** How far a service has come. */
export type Form = "bare" | "report only" | "adopted" | "enforced";

const HERE = fileURLToPath(new URL("../", import.meta.url));

/** Copies a service and brings it into a form. Returns its folder. */
export async function formOf({ name, byHand }: Service, form: Form): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  cpSync(join(HERE, name, "src"), join(folder, "src"), { recursive: true });
  symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"));
  const { devDependencies } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const dependencies = Object.entries(devDependencies).filter(([library]) => !library.startsWith("@uhp-errors/"));
  const manifest = { name, type: "module", dependencies: Object.fromEntries(dependencies) };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  if (form === "report only") await adopt(folder, "--report-only");
  if (form === "adopted") await adopt(folder);
  if (form === "enforced") {
    cpSync(join(HERE, name, "by-hand"), join(folder, "by-hand"), { recursive: true });
    for (const edit of byHand) apply(edit, folder);
  }
  return folder;
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true });
}

async function adopt(folder: string, ...options: readonly string[]): Promise<void> {
  const { exit, out, err } = await runCli(["adopt", folder, "--yes", ...options]);
  if (exit !== 0 || !out.includes("\nWrote ")) throw new Error(`nothing was adopted: ${err}${out}`);
}

function apply({ file, from, to }: Edit, folder: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}
