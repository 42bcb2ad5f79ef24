/**
 * Compares the exports of each entry of each package with the committed report in `packages/<package>/api`, and rewrites
 * that report. With `--check` it rewrites nothing, and fails if they differ. Also lists everything deprecated, and fails
 * if a deprecation does not say since when and what to use instead. Needs a build.
 */
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from "@microsoft/api-extractor";
import { packageFolders } from "./release/packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

/** An entry of a package's `exports` that has declarations. */
interface Entry {
  readonly folder: string;
  readonly manifest: string;
  readonly report: string;
  readonly declarations: string;
}

const packages = packageFolders().map((name) => join(root, "packages", name));
const entries = packages.flatMap(entriesOf);
const work = mkdtempSync(join(tmpdir(), "api-"));
const wrong = entries.filter((entry) => !isAsCommitted(entry)).map(({ folder, report }) => join(folder, "api", report));
rmSync(work, { recursive: true, force: true });
const stale = packages.flatMap(unknownReports);
if (!values.check) for (const file of stale) rmSync(file);

const write = (line: string) => process.stdout.write(`${line}\n`);
for (const file of wrong) write(`${values.check ? "differs" : "written"}: ${file.slice(root.length)}`);
for (const file of stale) write(`${values.check ? "without an entry" : "removed"}: ${file.slice(root.length)}`);
write(`${entries.length} reports, ${wrong.length + stale.length} ${values.check ? "that differ" : "changed"}`);
if (values.check && wrong.length + stale.length > 0) {
  write("If the change is intended: run pnpm api, and add a changeset that says so.");
  process.exitCode = 1;
}

for (const { place, says, isWhole } of deprecations()) {
  write(`deprecated: ${place}: ${says}${isWhole ? "" : " (write: @deprecated Since 0.3: use `other`.)"}`);
  if (!isWhole) process.exitCode = 1;
}

/** Returns the `@deprecated` tags of the packages' sources. Editors strike out such names, and show the text of the tag. */
function deprecations(): readonly { place: string; says: string; isWhole: boolean }[] {
  return globSync("packages/*/src/**/*.ts", { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const says = /^\s*(?:\/\*)?\*+ @deprecated\b(.*?)(?:\*\/)?$/.exec(line)?.[1]?.trim();
        if (says === undefined) return [];
        return [{ place: `${file}:${index + 1}`, says, isWhole: /^Since \d+\.\d+: use `[^`]+`/.test(says) }];
      }),
  );
}

function entriesOf(folder: string): readonly Entry[] {
  const manifest = join(folder, "package.json");
  const { exports } = JSON.parse(readFileSync(manifest, "utf8"));
  return Object.entries<{ readonly import?: { readonly types?: string } }>(exports).flatMap(
    ([name, { import: esm }]) => {
      if (esm?.types === undefined) return [];
      const declarations = join(folder, esm.types);
      if (!existsSync(declarations)) throw new Error(`${declarations} is missing: pnpm build`);
      return [{ folder, manifest, report: `${name === "." ? "index" : name.slice(2)}.api.md`, declarations }];
    },
  );
}

/** Returns the reports of entries that no longer exist. */
function unknownReports(folder: string): readonly string[] {
  const reports = join(folder, "api");
  const known = entries.filter((entry) => entry.folder === folder).map(({ report }) => report);
  const found = existsSync(reports) ? readdirSync(reports) : [];
  return found.filter((file) => !known.includes(file)).map((file) => join(reports, file));
}

/** Makes a report and returns whether it equals the committed one. */
function isAsCommitted({ folder, manifest, report, declarations }: Entry): boolean {
  const reportFolder = join(folder, "api");
  mkdirSync(reportFolder, { recursive: true });
  const quiet = { logLevel: ExtractorLogLevel.None };
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: declarations,
    newlineKind: "lf",
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          target: "es2023",
          lib: ["es2023", "dom"],
          module: "nodenext",
          moduleResolution: "nodenext",
          types: ["node"],
          strict: true,
          skipLibCheck: true,
        },
        files: [declarations],
      },
    },
    apiReport: {
      enabled: true,
      reportFolder,
      reportTempFolder: work,
      reportFileName: report,
      // Marks what only adapters and our own packages use. docs/contributors/releases.md does not promise to keep it.
      tagsToReport: { "@experimental": true },
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      extractorMessageReporting: {
        default: quiet,
        // A type that users see but cannot name.
        "ae-forgotten-export": { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
      },
      tsdocMessageReporting: { default: quiet },
    },
  };
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: manifest,
  });
  const { apiReportChanged, errorCount } = Extractor.invoke(config, {
    localBuild: !values.check,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  if (errorCount > 0) throw new Error(`${declarations} cannot be read`);
  return !apiReportChanged;
}
