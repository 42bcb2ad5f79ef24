import { posix } from "node:path";
import { listLibraries } from "../scan/libraries.ts";
import { startLine } from "../scan/syntax.ts";
import { type App, findMountPath, listApps } from "./apps.ts";
import { Codes } from "./codes.ts";
import {
  type ContractFacts,
  contractEdits,
  contractFile,
  findExport,
  hasContract,
  knownContract,
  reaches,
  recognizedIn,
} from "./contract-file.ts";
import { detectStyle, type Edit, withEdits } from "./edits.ts";
import { reportSteps } from "./enforcement.ts";
import { importsEdit, joinedImport, unusedImports, type Wanted } from "./imports.ts";
import { withDependencies } from "./manifest.ts";
import { type OwnHandler, ownHandlersIn } from "./own-handlers.ts";
import { findPlaces, HAVE_PLACES, type Place } from "./places.ts";
import { type File, hasName, importedFile, isOlder, type Project, writeSpecifier } from "./project.ts";
import { type Replaced, Replacements } from "./replacements.ts";
import { type Adoption, byPlace, type Change, type Step } from "./result.ts";
import { kitTest } from "./tests.ts";

export interface AdoptionOptions {
  readonly range: string;
  readonly reportOnly: boolean;
  readonly isTested: boolean;
}

/**
 * Plans the edits by which a service adopts the contract. Writes nothing and runs nothing.
 *
 * @throws TypeError if the vendor's prefix is not allowed
 */
export function planAdoption(project: Project, options: AdoptionOptions): Adoption {
  const apps = listApps(project);
  const known = knownContract(project.files);
  const codes = new Codes(project.vendor, known?.codes);
  const [first] = apps;
  if (known === undefined && hasContract(project.files))
    return unable("The service has a contract that this command cannot change.");
  if (first === undefined)
    return unable("No app was found to install a contract on. docs/moving.md says how to do it by hand.");

  const steps: Step[] = [];
  const edits = new Edits();
  const home = known?.file.file ?? besides(first.file.file);
  const work = { project, home, edits, steps, catalog: known?.catalog ?? catalogName(project) };
  const contract = known?.contract ?? contractName(project);
  const places = options.reportOnly ? [] : replaceErrors(work, codes, apps);
  for (const app of apps) install(app, work, contract);
  for (const place of places) mount(place, work, contract);
  steps.push(...updates(apps, project));
  if (!options.reportOnly) steps.push(...schemaSteps(project));
  const facts: ContractFacts = {
    vendor: project.vendor,
    catalog: work.catalog,
    contract,
    codes: codes.own,
    classes: classesToRecognize(work, known === undefined ? new Set() : recognizedIn(known.file)),
    leftOut: pathsToLeaveOut(project, steps),
    reportOnly: options.reportOnly,
  };
  if (known !== undefined) {
    edits.add(known.file, ...contractEdits(known, facts, project.files));
  }
  const urgent = known === undefined || options.reportOnly ? [] : reportSteps(known, project.files);

  const made =
    known === undefined ? [{ file: home, before: undefined, after: newContract(facts, first, project) }] : [];
  const others = supportingFiles(apps, work, options);
  const changes = [...edits.changes(), ...made, ...others].sort(byPlace);
  return { changes, steps: [...urgent, ...steps.sort(byPlace)] };
}

function supportingFiles(apps: readonly App[], work: Work, options: AdoptionOptions): readonly Change[] {
  const { project, steps } = work;
  const { range, reportOnly, isTested } = options;
  const test = reportOnly || isTested ? undefined : kitTest(project, apps, work);
  if (test !== undefined && "step" in test) steps.push(test.step);
  const tests = test !== undefined && "file" in test ? [test] : [];
  const before = project.manifest.text;
  const after = manifestWith(project, apps, range, tests.length > 0);
  return after === before ? tests : [...tests, { file: "package.json", before, after }];
}

function unable(says: string): Adoption {
  return { changes: [], steps: [{ file: "package.json", line: 1, says }] };
}

function besides(file: string): string {
  return posix.join(posix.dirname(file), `error-contract${posix.extname(file).replace("x", "")}`);
}

function newContract(facts: ContractFacts, { file }: App, { files }: Project): string {
  const [largest = file] = [...files].sort((one, other) => other.text.length - one.text.length);
  return contractFile(facts, { ...detectStyle(largest.text), newline: file.style.newline }, file.isEsm);
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  install: "installContract",
  uhp: "uhpErrors",
  uhpServerOptions: "contractServerOptions",
  UhpModule: "UhpErrorsModule",
};

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

  /** Imports one of the service's own names, which no file uses for something else. */
  importOwn(file: File, module: string, name: string): void {
    this.#imports.set(file, [...(this.#imports.get(file) ?? []), { module, names: [name] }]);
  }

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

interface HandlerPlace extends Place {
  readonly module: string;
}

interface Work {
  readonly project: Project;
  readonly home: string;
  readonly catalog: string;
  readonly edits: Edits;
  readonly steps: Step[];
}

/**
 * Replaces the service's error responses with catalog errors, unless one of its own handlers would intercept those.
 * Returns the places of these handlers that the contract's middleware can take.
 */
function replaceErrors(work: Work, codes: Codes, apps: readonly App[]): readonly HandlerPlace[] {
  const { project, home, catalog, edits, steps } = work;
  const own = project.files.flatMap(ownHandlersIn);
  const places = placesIn(project, own, apps);
  const isBlocked = own.some((handler) => handler.edits === undefined);
  steps.push(...own.flatMap((handler) => stepFor(handler, isBlocked, apps, places)));
  if (isBlocked) return places;
  const replacements = new Replacements(project, codes, catalog);
  for (const file of project.files) {
    const replaced: Replaced = replacements.in(file);
    if (replaced.edits.length === 0) continue;
    edits.add(file, ...replaced.edits, ...unusedImports(file, replaced.removed));
    if (!importsOf(file, catalog, home, project))
      edits.importOwn(file, writeSpecifier(file.file, home, project), catalog);
  }
  steps.push(...replacements.steps);
  for (const { file, edits: guard = [] } of own) {
    if (guard.length === 0) continue;
    edits.add(file, ...guard);
    edits.import(file, "@uhp-errors/core", "isContractError");
  }
  return places;
}

function stepFor(
  handler: OwnHandler,
  isBlocked: boolean,
  apps: readonly App[],
  places: readonly HandlerPlace[],
): readonly Step[] {
  const { file, line, edits, app } = handler;
  const at = { file: file.file, line };
  const instead = places.some((place) => place.handler === handler)
    ? " `uhp(contract)`, which is mounted above it, then answers in its place."
    : "";
  if (
    edits === undefined &&
    app !== undefined &&
    apps.some((one) => one.isLate && one.file === file && one.variable === app)
  ) {
    const says =
      "The contract replaces this error handler: its plugin is registered without `await`, so it loads later. Remove the handler; then run this command again.";
    return [{ ...at, says }];
  }
  if (edits === undefined) {
    const says =
      "This error handler answers before the contract. Remove it or let it pass errors on; then run this command again.";
    return [{ ...at, says: says + instead }];
  }
  // No handler is edited while another one blocks the contract.
  if (isBlocked && edits.length > 0) return [];
  const says =
    "This error handler passes errors of the catalog on. All others it still answers, so the contract knows their status alone: until you remove the handler, clients get none of their codes and details.";
  return [{ ...at, says: says + instead }];
}

function placesIn({ files }: Project, own: readonly OwnHandler[], apps: readonly App[]): readonly HandlerPlace[] {
  const adapter = apps.map((app) => app.adapter).find((name) => HAVE_PLACES.has(name));
  if (adapter === undefined) return [];
  return findPlaces(own, files).map((place) => ({ ...place, module: `@uhp-errors/${adapter}` }));
}

function mount({ file, edit, module }: HandlerPlace, { project, home, edits }: Work, contract: string): void {
  const isMounted = project.files.some(({ imports }) =>
    [...imports.values()].some((from) => from.module === module && from.name === "uhp"),
  );
  if (isMounted) return;
  edits.add(file, edit(`${edits.import(file, module, "uhp")}(${contract})`));
  if (!importsOf(file, contract, home, project))
    edits.importOwn(file, writeSpecifier(file.file, home, project), contract);
}

function install(app: App, { project, home, edits }: Work, contract: string): void {
  const adapter = `@uhp-errors/${app.adapter}`;
  const isInstalled = project.files.some(({ imports }) =>
    [...imports.values()].some(({ module }) => module === adapter),
  );
  if (isInstalled) return;
  const names = new Map(app.uses.map((name) => [name, edits.import(app.file, adapter, name)]));
  edits.add(app.file, ...app.edits(contract, (name) => names.get(name) ?? name));
  if (!importsOf(app.file, contract, home, project))
    edits.importOwn(app.file, writeSpecifier(app.file.file, home, project), contract);
}

function importsOf(file: File, name: string, home: string, { files }: Project): boolean {
  if (file.file === home) return true;
  const from = file.imports.get(name);
  return from !== undefined && importedFile(file.file, from.module, files)?.file === home;
}

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
    if (!isOlder(manifest, name, first)) return [];
    const says = `Update ${name} to version ${first} or later first. @uhp-errors/${own} needs it.`;
    return [{ file: "package.json", line: 1, says }];
  });
}

/** Names the schemas of error responses in routes, which describe the bodies before the adoption. */
function schemaSteps({ findings }: Project): readonly Step[] {
  return findings.flatMap(({ kind, file, line, note }) =>
    kind === "schema" && note !== undefined ? [{ file, line, says: note }] : [],
  );
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

/** Names that a variable cannot have, or that the contract's file uses for something else. */
const TAKEN: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof undefined var void while with yield " +
    "adoption contract install module exports require recognize"
  ).split(" "),
);

function catalogName({ files, vendor }: Project): string {
  const short = vendor.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  return !TAKEN.has(short) && isFree(short, files) ? short : `${short}Errors`;
}

function contractName({ files }: Project): string {
  return ["contract", "errorContract"].find((name) => isFree(name, files)) ?? "uhpErrorContract";
}

function isFree(name: string, files: readonly File[]): boolean {
  return !files.some((file) => hasName(file, name));
}

/**
 * Lists the error classes that the contract does not recognize yet, if it can import them: those whose base class is not
 * another class of the service.
 */
function classesToRecognize(
  { project, home, edits, steps }: Work,
  recognized: ReadonlySet<string>,
): ContractFacts["classes"] {
  const { classes, files } = project;
  const names = new Set(classes.map(({ name }) => name));
  return classes.flatMap(({ name, base, fields, status, file, node }) => {
    const line = startLine(node);
    // Classes that extend a framework's exception are recognized without this.
    if (names.has(base) || !/^(?:Error|TypeError|RangeError)$/.test(base)) return [];
    if (recognized.has(name)) return [];
    const hasStatus = fields.some((field) => field === "status" || field === "statusCode");
    const subclasses = classes.some((other) => other.base === name && other.status !== undefined);
    if (!hasStatus && status === undefined && !subclasses) return [];
    const leave = (reason: string) => {
      steps.push({
        file: file.file,
        line,
        says: `Add \`recognizeClass(${name})\` to the contract's \`recognize\`. Not done, because ${reason}.`,
      });
      return [];
    };
    if (!hasStatus) return leave("its status is in a field of another name");
    const exported = findExport(file, name);
    if (exported === undefined) return leave("its file does not export it");
    if (reaches(file, edits.files, files)) return leave("its file loads one that loads the contract");
    return [{ name, module: writeSpecifier(home, file.file, project), isDefault: exported === "default" }];
  });
}

function pathsToLeaveOut({ files }: Project, steps: Step[]): readonly string[] {
  const paths = files.flatMap((file) =>
    listLibraries(file).flatMap(({ kind, library, node }) => {
      // JSON-RPC needs nothing: its responses stay as they are.
      if (kind !== "protocol" || /^@modelcontextprotocol\/|rpc/i.test(library)) return [];
      const path = findMountPath(library, files);
      if (path !== undefined) return [path];
      const says = `Leave the paths of ${library} out by the option \`appliesTo\`: its clients read errors of their own.`;
      steps.push({ file: file.file, line: startLine(node), says });
      return [];
    }),
  );
  return [...new Set(paths)];
}

function manifestWith({ manifest }: Project, apps: readonly App[], range: string, hasTest: boolean): string {
  const names = ["@uhp-errors/core", ...new Set(apps.map(({ adapter }) => `@uhp-errors/${adapter}`))];
  const text = withDependencies(manifest, "dependencies", names, range);
  return hasTest ? withDependencies({ ...manifest, text }, "devDependencies", ["@uhp-errors/testing"], range) : text;
}
