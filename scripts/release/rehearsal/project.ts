import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const exec = promisify(execFile);

/** The result of a command that may fail. */
export interface Ended {
  readonly code: number;
  readonly out: string;
}

/**
 * An empty folder, as a reader of the documentation has it. Its npm gets the packages of some scopes from a given
 * registry.
 */
export class Project {
  readonly folder: string;

  constructor(work: string, name: string, registry: string) {
    this.folder = mkdtempSync(join(work, `${name}-`));
    const { host } = new URL(registry);
    const lines = [`@uhp-errors:registry=${registry}`, `@acme:registry=${registry}`, `//${host}/:_authToken=rehearsal`];
    this.write(".npmrc", `${[...lines, "audit=false", "fund=false", "loglevel=error"].join("\n")}\n`);
  }

  write(file: string, text: string): string {
    const path = join(this.folder, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Runs a shell command in the folder. @throws Error with its output if it fails */
  async sh(line: string): Promise<string> {
    const { code, out } = await this.try(line);
    if (code !== 0) throw new Error(`$ ${line}\n${out}`);
    return out;
  }

  /** Runs a shell command that may fail. */
  async try(line: string): Promise<Ended> {
    return exec("sh", ["-c", line], { cwd: this.folder, timeout: 300_000, maxBuffer: 1 << 26 }).then(
      ({ stdout, stderr }) => ({ code: 0, out: `${stdout}${stderr}` }),
      (failed: { code?: unknown; stdout?: string; stderr?: string }) => ({
        code: typeof failed.code === "number" ? failed.code : 1,
        out: `${failed.stdout ?? ""}${failed.stderr ?? ""}`,
      }),
    );
  }
}
