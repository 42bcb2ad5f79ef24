import type { SourceLocation } from "@babel/types";
import { createSanitizer } from "@uhp-errors/core";
import { findBinding } from "./bindings.ts";
import { type ErrorClass, errorClassesAmong, listClasses } from "./classes.ts";
import { Copies } from "./copies.ts";
import { listExceptions, type OwnClasses } from "./exceptions.ts";
import type { Finding, Scan, Skipped } from "./finding.ts";
import { listHandlers } from "./handlers.ts";
import { Helpers } from "./helpers.ts";
import { listLibraries } from "./libraries.ts";
import { functionName, type Module, parseModule } from "./module.ts";
import { Modules } from "./modules.ts";
import { proposedCode } from "./propose.ts";
import { listResponses, type WrittenResponse } from "./responses.ts";
import { findRoute } from "./routes.ts";
import { listSchemas } from "./schemas.ts";
import { findSentence } from "./sentence.ts";
import type { Source } from "./sources.ts";
import type { ErrorStatus } from "./status.ts";
import { functionsAround, matches, memberPath, type Node, propertyValue, readCall } from "./syntax.ts";
import { Upstreams } from "./upstream.ts";

/** Finds the errors that sources make, without running them. Never throws, whatever a source contains. */
export function scanSources(sources: readonly Source[], vendor: string): Scan {
  const skipped: Skipped[] = [];
  const modules = sources.flatMap(({ file, text }) => {
    try {
      const module = parseModule(file, text);
      if (module.mistakes.count > 0) skipped.push({ file, reason: `it was read in part: ${mistakesOf(module)}` });
      return [module];
    } catch (thrown) {
      // The parser calls itself for what is nested, until it has no room.
      const reason = thrown instanceof RangeError ? "it is nested too deeply" : firstLine(thrown);
      skipped.push({ file, reason: `it cannot be parsed: ${reason}` });
      return [];
    }
  });
  const all = modules.flatMap(listClasses);
  const errors = errorClassesAmong(all);
  const own: OwnClasses = new Map(errors.map(({ name, status }) => [name, { status }]));
  const files = new Modules(modules);
  const helpers = new Helpers(modules, files, own);
  const classes = [...errors, ...all.filter(({ node }) => helpers.isClass(node))];
  const copies = new Copies(modules, new Upstreams(modules, files), helpers, own);
  const findings = modules.flatMap((module) => listFindings(module, { own, classes, helpers, files, copies, vendor }));
  return { findings, skipped, files: modules.length, tests: 0 };
}

function mistakesOf({ mistakes: { count, line } }: Module): string {
  return `${count} ${count === 1 ? "mistake" : "mistakes"} in its syntax, from line ${line} on`;
}

function firstLine(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.message.split("\n", 1)[0] as string) : String(thrown);
}

interface Project {
  readonly own: OwnClasses;
  readonly classes: readonly ErrorClass[];
  readonly helpers: Helpers;
  readonly files: Modules;
  readonly copies: Copies;
  readonly vendor: string;
}

type Place = Pick<Finding, "kind"> & { readonly node: Node } & Partial<
    Pick<Finding, "library" | "status" | "sentence" | "note">
  > & {
    readonly isCopied?: boolean;
  };

function listFindings(module: Module, project: Project): readonly Finding[] {
  const copied = project.copies.in(module);
  const places: readonly Place[] = [
    ...copied,
    ...[
      ...writtenIn(module, project.helpers, project.copies),
      ...throughHelpers(module, project.helpers),
      ...exceptionsIn(module, project.own, project.helpers),
    ].filter(({ node }) => !project.copies.has(node)),
    ...classesIn(module, project.classes),
    ...listSchemas(module).map((schemas): Place => ({ kind: "schema", ...schemas })),
    ...listHandlers(module, (path) => project.files.findDeclaration(path, module)?.node).map(
      ({ at, library, note }): Place => ({ kind: "handler", node: at, library, note }),
    ),
    ...listLibraries(module),
  ];
  return places
    .map((place) => findingAt(place, module, project.vendor))
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

function findingAt(
  { kind, node, library = "", status, sentence, note, isCopied }: Place,
  module: Module,
  vendor: string,
): Finding {
  const isCoded = kind === "response" || kind === "exception";
  const route = isCoded ? findRoute(node, module) : undefined;
  const shown = sentence === undefined ? undefined : SANITIZER.logText(sentence);
  // The contract answers 502 for a failure of another service.
  const known = isCopied === true ? { status: 502, sentence: undefined, route } : { status, sentence: shown, route };
  const code = isCoded ? proposedCode(known, vendor) : undefined;
  const { line, column } = (node.loc as SourceLocation).start;
  return { kind, file: module.file, line, column: column + 1, library, status, sentence: shown, route, code, note };
}

/** Reports go into logs of builds, where credentials must not be. */
const SANITIZER = createSanitizer();

function writtenIn(module: Module, helpers: Helpers, copies: Copies): readonly Place[] {
  const calls = new Set(helpers.callsIn(module).map(({ node }) => node));
  return listResponses(module).flatMap((response): Place[] => {
    const { node, library, status, statuses, body } = response;
    if (helpers.isMechanism(node) || calls.has(node)) return [];
    if (status === undefined && !isOfAnError(response, module)) return [];
    const sentence = findSentence(body, module.constants);
    const place: Place = { kind: "response", node, library, ...asKnown(statuses.isOpen ? "open" : status), sentence };
    const note = place.note ?? copies.noteOfBody(response, module);
    return [{ ...place, note }];
  });
}

function throughHelpers(module: Module, helpers: Helpers): readonly Place[] {
  return helpers.callsIn(module).map(({ name, status, ...call }): Place => {
    const open = status === undefined && call.kind === "response" ? " The status is known only at run time." : "";
    return { ...call, status, note: `Through \`${name}\`.${open}` };
  });
}

function exceptionsIn(module: Module, own: OwnClasses, helpers: Helpers): readonly Place[] {
  const calls = new Set(helpers.callsIn(module).map(({ node }) => node));
  return listExceptions(module, own)
    .filter(({ node }) => !helpers.isMechanism(node) && !calls.has(node))
    .map(({ kind, node, library, status, sentence }) => ({ kind, node, library, ...asKnown(status), sentence }));
}

/** Says nothing of a status that may be another one: it would name the wrong code. */
function asKnown(status: ErrorStatus): Pick<Finding, "status" | "note"> {
  return status === "open"
    ? { status: undefined, note: "The status is known only at run time." }
    : { status, note: undefined };
}

function classesIn({ nodes }: Module, classes: readonly ErrorClass[]): readonly Place[] {
  const own = new Set(nodes);
  return classes
    .filter(({ node }) => own.has(node))
    .map(({ node, name, base, status, fields }): Place => {
      const has =
        fields.length === 0 ? "no field of its own" : `the fields ${fields.map((field) => `\`${field}\``).join(", ")}`;
      return { kind: "class", node, library: name, status, note: `\`${name}\` extends \`${base}\` and has ${has}.` };
    });
}

function isOfAnError({ statusNode, body, isInit, node }: WrittenResponse, module: Module): boolean {
  if (statusNode === undefined || isInit) return false;
  const around = functionsAround(node, module.parents);
  const name = around.map((one) => functionName(one, module.parents)).find((one) => one !== undefined);
  if (matches(NAMED_SO, name) || saysError(body)) return true;
  const path = readOrigin(statusNode, module);
  if (path !== undefined && path.length > 1)
    return path.slice(0, -1).some((one) => /^(?:e|er|err|error|ex|exception)$/i.test(one));
  return around[0]?.params.length === 4;
}

const NAMED_SO =
  /^(?:handle|on|send|write|render|reply|respond)(?:With)?(?:Error|Exception)$|error_?(?:handler|response)$/i;

/** Whether a body is that of an error: `{ error: result.reason }`, `errorBody(result)`. */
function saysError(body: Node | undefined): boolean {
  const error = propertyValue(body, "error", "errors");
  return error === undefined ? matches(/error/i, readCall(body)?.name) : error.type !== "NullLiteral";
}

/** Returns the names that an expression is made of, also if it is a variable: `error.status` for `{ status } = error`. */
function readOrigin(status: Node, module: Module): readonly string[] | undefined {
  const path = memberPath(status);
  if (path?.length !== 1) return path;
  const binding = findBinding(path[0] as string, status, module);
  if (binding?.kind !== "value" || matches(/^\d/, binding.path[0])) return path;
  return [...(memberPath(binding.init) ?? []), ...binding.path];
}
