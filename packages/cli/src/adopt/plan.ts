import { posix } from "node:path";
import { listLibraries } from "../scan/libraries.ts";
import { startLine } from "../scan/syntax.ts";
import { type App, findMountPath, listApps } from "./apps.ts";
import { Codes } from "./codes.ts";
import { contractEdits } from "./contract-edits.ts";
import { type ContractFacts, contractFile } from "./contract-file.ts";
import { detectStyle, type Edit, withEdits } from "./edits.ts";
import { reportSteps } from "./enforcement.ts";
import { findExport } from "./exported.ts";
import { importsEdit, joinedImport, unusedImports, type Wanted } from "./imports.ts";
import { hasContract, knownContract, recognizedIn } from "./known-contract.ts";
import { withDependencies } from "./manifest.ts";
import { type OwnHandler, ownHandlersIn } from "./own-handlers.ts";
import { findPlaces, HAVE_PLACES, type Place } from "./places.ts";
import { type File, findDeclaration, hasName, isOlder, type Project, reaches, writeSpecifier } from "./project.ts";
import { type Replaced, Replacements } from "./replacements.ts";
import { type Adoption, byPlace, type Change, type Step } from "./result.ts";
import { kitTest } from "./tests.ts";

export interface AdoptionOptions {
  /** The version range of this library's packages. */
  readonly range: string;
  readonly reportOnly: boolean;
  readonly isTested: boolean;
}

interface Work {
  readonly project: Project;
  /** The file with the contract. */
  readonly home: string;
  readonly catalog: string;
  readonly contract: string;
  readonly middleware: string | undefined;
  readonly edits: Edits;
}

/**
 * Plans the edits by which a service adopts the contract. Writes nothing and runs nothing.
 *
 * @throws TypeError if the vendor's prefix is not allowed
 */
export function planAdoption(project: Project, options: AdoptionOptions): Adoption {
  const { files, vendor } = project;
  const { reportOnly } = options;
  const apps = listApps(project);
  const known = knownContract(files);
  const codes = new Codes(vendor, known?.codes);
  const [first] = apps;
  if (known === undefined && hasContract(files))
    return unable("The service has a contract that this command cannot change.");
  if (first === undefined)
    return unable("No app was found to install a contract on. docs/moving.md says how to do it by hand.");

  const edits = new Edits();
  const adapter = apps.map((app) => app.adapter).find((name) => HAVE_PLACES.has(name));
  const work: Work = {
    project,
    home: known?.file.file ?? contractPath(first.file.file),
    catalog: known?.catalog ?? nameCatalog(project),
    contract: known?.contract ?? nameContract(project),
    middleware: adapter && `@uhp-errors/${adapter}`,
    edits,
  };
  const replaced = reportOnly ? { places: [], steps: [] } : replaceErrors(work, codes, apps);
  for (const app of apps) install(app, work);
  for (const place of replaced.places) mount(place, work);
  // After all edits: a class is only imported from a file that does not load the contract.
  const recognized = classesToRecognize(work, recognizedIn(known?.file));
  const leftOut = pathsToLeaveOut(files);
  const facts: ContractFacts = {
    vendor,
    catalog: work.catalog,
    contract: work.contract,
    codes: codes.added,
    classes: recognized.classes,
    leftOut: leftOut.paths,
    reportOnly,
  };
  const made: Change[] = [];
  if (known === undefined) made.push({ file: work.home, before: undefined, after: newContract(facts, first, files) });
  else edits.add(known.file, ...contractEdits(known, facts, files));
  const others = supportingFiles(apps, work, options);
  const urgent = known === undefined || reportOnly ? [] : reportSteps(known, files);
  const steps = [
    ...replaced.steps,
    ...updates(apps, project),
    ...(reportOnly ? [] : schemaSteps(project)),
    ...recognized.steps,
    ...leftOut.steps,
    ...others.steps,
  ];
  const changes = [...edits.changes(), ...made, ...others.changes];
  return { changes: changes.sort(byPlace), steps: [...urgent, ...steps.sort(byPlace)] };
}

function schemaSteps({ findings }: Project): readonly Step[] {
  return findings.flatMap(({ kind, file, line, note }) =>
    kind === "schema" && note !== undefined ? [{ file, line, says: note }] : [],
  );
}

function unable(says: string): Adoption {
  return { changes: [], steps: [{ file: "package.json", line: 1, says }] };
}

/** Returns the path of a new file for the contract, next to the app's. It has no JSX. */
function contractPath(app: string): string {
  return posix.join(posix.dirname(app), `error-contract${posix.extname(app).replace("x", "")}`);
}

function newContract(facts: ContractFacts, { file }: App, files: readonly File[]): string {
  const [largest = file] = [...files].sort((one, other) => other.text.length - one.text.length);
  return contractFile(facts, { ...detectStyle(largest.text), newline: file.style.newline }, file.isEsm);
}

function supportingFiles(apps: readonly App[], work: Work, options: AdoptionOptions): Adoption {
  const { project } = work;
  const { range, reportOnly, isTested } = options;
  const test = reportOnly || isTested ? { changes: [], steps: [] } : kitTest(project, apps, work);
  const { manifest } = project;
  const before = manifest.text;
  const names = ["@uhp-errors/core", ...new Set(apps.map((app) => `@uhp-errors/${app.adapter}`))];
  const text = withDependencies(manifest, "dependencies", names, range);
  const after =
    test.changes.length === 0
      ? text
      : withDependencies({ ...manifest, text }, "devDependencies", ["@uhp-errors/testing"], range);
  const edited = after === before ? [] : [{ file: "package.json", before, after }];
  return { steps: test.steps, changes: [...test.changes, ...edited] };
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  install: "installContract",
  uhp: "uhpErrors",
  uhpServerOptions: "contractServerOptions",
  UhpModule: "UhpErrorsModule",
};

/** The edits of all files, and the imports that the edits need. */
class Edits {
  readonly #edits = new Map<File, Edit[]>();
  readonly #imports = new Map<File, Wanted[]>();

  add(file: File, ...edits: readonly Edit[]): void {
    this.#edits.set(file, [...(this.#edits.get(file) ?? []), ...edits]);
  }

  /** Imports a name of a package, and returns the file's name for it: an alias if the name is taken. */
  import(file: File, module: string, name: string): string {
    if (file.imports.get(name)?.module === module) return name;
    const own = hasName(file, name) ? (OTHER_NAMES[name] ?? `${name}OfUhp`) : name;
    this.importOwn(file, module, own === name ? name : `${name} as ${own}`);
    return own;
  }

  importOwn(file: File, module: string, name: string): void {
    this.#imports.set(file, [...(this.#imports.get(file) ?? []), { module, names: [name] }]);
  }

  /** The paths of the files that load the contract or are edited for it. */
  get files(): ReadonlySet<string> {
    return new Set([...this.#edits.keys(), ...this.#imports.keys()].map(({ file }) => file));
  }

  changes(): readonly Change[] {
    for (const [file, wanted] of this.#imports) {
      const modules = joined(wanted).map((one) => ({ one, edits: joinedImport(one, file) }));
      const missing = modules.filter(({ edits }) => edits === undefined).map(({ one }) => one);
      this.add(file, ...modules.flatMap(({ edits = [] }) => edits));
      if (missing.length > 0) this.add(file, importsEdit(missing, file));
    }
    return [...this.#edits]
      .filter(([, list]) => list.length > 0)
      .map(([file, list]) => ({ file: file.file, before: file.text, after: withEdits(file.text, list) }));
  }
}

function joined(wanted: readonly Wanted[]): readonly Wanted[] {
  // Packages come before files, the order that most formatters expect.
  const modules = [...new Set(wanted.map(({ module }) => module))].sort(
    (one, other) => Number(one.startsWith(".")) - Number(other.startsWith(".")) || (one < other ? -1 : 1),
  );
  return modules.map((module) => ({
    module,
    names: [...new Set(wanted.filter((one) => one.module === module).flatMap(({ names }) => names))],
  }));
}

/**
 * Replaces the service's error responses with catalog errors, unless one of its own handlers would intercept those.
 * Returns the places of these handlers that the contract's middleware can take, and what is left to a person.
 */
function replaceErrors(
  work: Work,
  codes: Codes,
  apps: readonly App[],
): { readonly places: readonly Place[]; readonly steps: readonly Step[] } {
  const { project, catalog, middleware, edits } = work;
  const hasHono = apps.some(({ adapter }) => adapter === "hono");
  const own = project.files.flatMap((file) => ownHandlersIn(file, hasHono));
  const places = middleware === undefined ? [] : findPlaces(own, project.files);
  const isBlocked = own.some((handler) => handler.edits === undefined);
  const steps = own.flatMap((handler) => stepFor(handler, isBlocked, apps, places));
  if (isBlocked) return { places, steps };
  const replacements = new Replacements(project, codes, catalog);
  for (const file of project.files) {
    const replaced: Replaced = replacements.in(file);
    if (replaced.edits.length === 0) continue;
    edits.add(file, ...replaced.edits, ...unusedImports(file, replaced.removed));
    importFromHome(file, catalog, work);
  }
  for (const { file, edits: guard = [] } of own) {
    if (guard.length === 0) continue;
    edits.add(file, ...guard);
    edits.import(file, "@uhp-errors/core", "isContractError");
  }
  return { places, steps: [...steps, ...replacements.steps] };
}

function stepFor(
  handler: OwnHandler,
  isBlocked: boolean,
  apps: readonly App[],
  places: readonly Place[],
): readonly Step[] {
  const { file, line, edits, isOverruled, app } = handler;
  const isMounted = places.some((place) => place.handler === handler);
  const instead = isMounted ? " `uhp(contract)`, which is mounted above it, then answers in its place." : "";
  const step = (says: string) => [{ file: file.file, line, says }];
  if (edits === undefined) {
    const isLate = apps.some((one) => one.isLate && one.file === file && one.variable === app);
    return step(
      app !== undefined && isLate
        ? "The contract replaces this error handler: its plugin is registered without `await`, so it loads later. Remove the handler; then run this command again."
        : `This error handler answers before the contract. Remove it or let it pass errors on; then run this command again.${instead}`,
    );
  }
  if (isOverruled === true)
    return step(
      "The contract answers in place of this error handler, which still runs. Of errors that no recognizer knows, it takes the handler's status alone: remove the handler once it recognizes them.",
    );
  // No handler is edited while another one blocks the contract.
  if (isBlocked && edits.length > 0) return [];
  return step(
    `This error handler passes errors of the catalog on. All others it still answers, so the contract knows their status alone: until you remove the handler, clients get none of their codes and details.${instead}`,
  );
}

/** Mounts the contract's middleware, unless the service has mounted it already. */
function mount({ file, edit }: Place, work: Work): void {
  const { project, contract, middleware = "", edits } = work;
  if (isImported(project, middleware, "uhp")) return;
  edits.add(file, edit(`${edits.import(file, middleware, "uhp")}(${contract})`));
  importFromHome(file, contract, work);
}

function install(app: App, work: Work): void {
  const { project, contract, edits } = work;
  const adapter = `@uhp-errors/${app.adapter}`;
  if (isImported(project, adapter)) return;
  edits.add(app.file, ...app.edits(contract, (name) => edits.import(app.file, adapter, name)));
  importFromHome(app.file, contract, work);
}

function isImported({ files }: Project, module: string, name?: string): boolean {
  return files.some(({ imports }) =>
    [...imports.values()].some((from) => from.module === module && (name === undefined || from.name === name)),
  );
}

/** Imports a name of the contract's file, unless the file has it already. */
function importFromHome(file: File, name: string, { project, home, edits }: Work): void {
  if (findDeclaration(name, file, project.files)?.file.file === home) return;
  if (file.file !== home) edits.importOwn(file, writeSpecifier(file.file, home, project), name);
}

/** The dependency of each package of this library, and the oldest supported version of the dependency. */
const OLDEST: Readonly<Record<string, readonly [name: string, version: string]>> = {
  core: ["typescript", "5.4"],
  express: ["express", "4"],
  koa: ["koa", "2"],
  fastify: ["fastify", "4"],
  hono: ["hono", "4"],
  h3: ["h3", "2"],
  nestjs: ["@nestjs/core", "11"],
};

function updates(apps: readonly App[], { manifest }: Project): readonly Step[] {
  return [...new Set(["core", ...apps.map(({ adapter }) => adapter)])].flatMap((own): readonly Step[] => {
    const [name = "", first = ""] = OLDEST[own] ?? [];
    const says = `Update ${name} to version ${first} or later first. @uhp-errors/${own} needs it.`;
    return isOlder(manifest, name, first) ? [{ file: "package.json", line: 1, says }] : [];
  });
}

/** Names that a variable cannot have, or that the contract's file uses for something else. */
const TAKEN: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof undefined var void while with yield " +
    "adoption contract install module exports require recognize"
  ).split(" "),
);

function nameCatalog({ files, vendor }: Project): string {
  return !TAKEN.has(vendor) && isFree(vendor, files) ? vendor : `${vendor}Errors`;
}

function nameContract({ files }: Project): string {
  return ["contract", "errorContract"].find((name) => isFree(name, files)) ?? "uhpErrorContract";
}

function isFree(name: string, files: readonly File[]): boolean {
  return !files.some((file) => hasName(file, name));
}

/**
 * Lists the error classes that the contract does not recognize yet: those whose base class is not another class of the service. A person must
 * add those that it cannot import.
 */
function classesToRecognize(
  { project, home, edits }: Work,
  recognized: ReadonlySet<string>,
): { readonly classes: ContractFacts["classes"]; readonly steps: readonly Step[] } {
  const { classes, files } = project;
  const steps: Step[] = [];
  const importable = classes.flatMap(({ name, base, fields, status, file, node }) => {
    // Classes that extend another one of the service, or a framework's exception, are recognized without this.
    if (!/^(?:Error|TypeError|RangeError)$/.test(base) || recognized.has(name)) return [];
    const hasStatus = fields.some((field) => field === "status" || field === "statusCode");
    const subclasses = classes.some((other) => other.base === name && other.status !== undefined);
    if (!hasStatus && status === undefined && !subclasses) return [];
    const leaveOut = (reason: string) => {
      const says = `Add \`recognizeClass(${name})\` to the contract's \`recognize\`. Not done, because ${reason}.`;
      steps.push({ file: file.file, line: startLine(node), says });
      return [];
    };
    if (!hasStatus) return leaveOut("its status is in a field of another name");
    const exported = findExport(file, name);
    if (exported === undefined) return leaveOut("its file does not export it");
    if (reaches(file, edits.files, files)) return leaveOut("its file loads one that loads the contract");
    return [{ name, module: writeSpecifier(home, file.file, project), isDefault: exported === "default" }];
  });
  return { classes: importable, steps };
}

/** Lists the paths of other protocols. A person must find those that the source does not show. */
function pathsToLeaveOut(files: readonly File[]): {
  readonly paths: readonly string[];
  readonly steps: readonly Step[];
} {
  const steps: Step[] = [];
  const paths = new Set<string>();
  for (const file of files) {
    for (const { kind, library, node } of listLibraries(file)) {
      // JSON-RPC needs nothing: its responses stay as they are.
      if (kind !== "protocol" || /^@modelcontextprotocol\/|rpc/i.test(library)) continue;
      const path = findMountPath(library, files);
      const says = `Leave the paths of ${library} out by the option \`appliesTo\`: its clients read errors of their own.`;
      if (path !== undefined) paths.add(path);
      else steps.push({ file: file.file, line: startLine(node), says });
    }
  }
  return { paths: [...paths], steps };
}
