import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { validate } from "@scalar/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";

const REDOCLY = fileURLToPath(new URL("../node_modules/@redocly/cli/bin/cli.js", import.meta.url));

/** The faults that two validators find in a document. */
export async function faultsOf(document: object): Promise<readonly unknown[]> {
  const copy = () => JSON.parse(JSON.stringify(document));
  const { valid, errors } = await validate(copy());
  const second = await new Validator().validate(copy());
  return [...(valid ? [] : [errors]), ...(second.valid ? [] : [second.errors])];
}

/** One problem that the linter reports about a document. */
interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
}

/**
 * The problems that Redocly's recommended rules report for each document, including warnings. All documents share one process, which takes
 * seconds to start.
 */
export async function lint(
  documents: Readonly<Record<string, object>>,
  skipped: readonly string[] = [],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const folder = await mkdtemp(join(tmpdir(), "lint-"));
  try {
    const names = Object.keys(documents);
    for (const [name, document] of Object.entries(documents)) {
      await writeFile(join(folder, `${name}.json`), JSON.stringify(document));
    }
    const args = [REDOCLY, "lint", ...names.map((name) => `${name}.json`), "--format=json", "--max-problems=1000"];
    const skips = skipped.map((rule) => `--skip-rule=${rule}`);
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };
    const options = { cwd: folder, env, maxBuffer: 50_000_000 };
    const { stdout } = await promisify(execFile)(process.execPath, [...args, ...skips], options).catch(
      (failure: { readonly stdout: string }) => failure,
    );
    // The linter prints a report for each document, one after the other.
    const reports = stdout.split(/(?<=^\})(?=\{$)/m);
    if (reports.length !== names.length) throw new Error(stdout);
    const problems = reports.flatMap((report) => (JSON.parse(report) as { problems: readonly Problem[] }).problems);
    return Object.fromEntries(
      names.map((name) => [
        name,
        problems
          .filter(({ location }) => location.some(({ source }) => source.ref.endsWith(`${name}.json`)))
          .map(
            ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
          ),
      ]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
