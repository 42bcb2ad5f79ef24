import { faultsOf, type JudgedResponse, misfitOf } from "@uhp-errors/conformance/internal";
import {
  type AnyCatalog,
  type CodeDefinition,
  type ErrorObject,
  isCodeOfOperation,
  type Operation,
  parseEnvelope,
  sanitizeMessage,
} from "@uhp-errors/core";
import { isContractCode, VERSIONS, type Version } from "@uhp-errors/core/codes";
import { checkShape, isRecord, parseJson } from "@uhp-errors/core/internal";
import type { Answer } from "./answer.ts";
import { canonicalCode, findDefinition, readVersion } from "./codes.ts";
import { describeValue, shortened } from "./expected.ts";

/** The result of checking a response. */
export interface Checked {
  /** The error in the envelope; undefined if the response is not an error. */
  readonly error: ErrorObject | undefined;
  /** A sentence for each rule that the response breaks. */
  readonly broken: readonly string[];
}

/**
 * Checks a response against the specification.
 *
 * @param isBodiless Whether it is the response to a HEAD request, so that it has no body.
 */
export function checkAnswer(
  answer: Answer,
  catalog: AnyCatalog | undefined,
  isBodiless: boolean,
  operation?: Operation | undefined,
): Checked {
  const version = readVersion(answer.header("uhp-version"));
  const unversioned =
    version === undefined
      ? [`expected UHP-Version to be one of ${VERSIONS.join(", ")}, got ${describeValue(answer.header("uhp-version"))}`]
      : [];
  if (isBodiless) return { error: undefined, broken: unversioned };
  if (answer.status < 400) return { error: undefined, broken: [...unversioned, ...brokenBySuccess(answer, catalog)] };
  const { status, header, body } = answer;
  const headers = { get: (name: string) => header(name) ?? null };
  const judged: JudgedResponse = { status, headers, bytes: new TextEncoder().encode(body) };
  const faults = [...unversioned, ...faultsOf(judged).map(shortened)];
  const error = parseEnvelope(answer.body)?.error;
  if (error !== undefined)
    return { error, broken: [...faults, ...brokenByError(error, judged, catalog, version, operation)] };
  return { error, broken: faults.length > 0 ? faults : ["expected an envelope"] };
}

function brokenBySuccess({ status, body }: Answer, catalog: AnyCatalog | undefined): readonly string[] {
  if (parseEnvelope(body) !== undefined) return [`expected an error to leave with a 4xx or 5xx, got ${status}`];
  const task = parseJson(body);
  if (!isRecord(task) || (task["status"] !== "failed" && task["status"] !== "cancelled")) return [];
  if (task["status"] === "cancelled" && (task["error"] ?? null) === null) return [];
  const error = parseEnvelope({ error: task["error"] })?.error;
  if (error === undefined) return [`expected the error of a ${task["status"]} task to have the five fields`];
  const definition = findDefinition(error.code, catalog);
  if (definition === undefined) return catalog === undefined ? [] : [unknownCode(error.code)];
  return definition.where === "request" ? [`expected the code of a task, got ${describeValue(error.code)}`] : [];
}

function brokenByError(
  error: ErrorObject,
  judged: JudgedResponse,
  catalog: AnyCatalog | undefined,
  version: Version | undefined,
  operation: Operation | undefined,
): readonly string[] {
  const { code, message } = error;
  const broken: string[] = [];
  const expect = (holds: boolean, otherwise: string) => void (holds || broken.push(otherwise));
  const hasControl = sanitizeMessage(message).removed.some(({ kind }) => kind === "control");
  expect(!hasControl, "expected a message without control characters");
  const meant = canonicalCode(code, version, catalog?.vendor);
  const definition = findDefinition(meant, catalog);
  if (operation !== undefined && !isCodeOfOperation(operation, meant)) {
    broken.push(`expected a code that ${operation.method} ${operation.path} declares, got ${meant}`);
  }
  if (definition === undefined) expect(catalog === undefined && !isContractCode(code), unknownCode(code));
  else broken.push(...brokenByCode(error, meant, definition, judged, version));
  return broken;
}

/** Checks an error's other fields against the definition of its code. */
function brokenByCode(
  { code, detail }: ErrorObject,
  meant: string,
  definition: CodeDefinition,
  judged: JudgedResponse,
  version: Version | undefined,
): readonly string[] {
  if (definition.where !== "request")
    return [`expected a code that answers requests, got ${describeValue(code)} of a task`];
  const misfit = misfitOf(code, definition, judged);
  const broken = misfit === undefined ? [] : [misfit];
  const isTooNew = version !== undefined && code === meant && definition.since > version;
  if (isTooNew)
    broken.push(`expected a code of version ${version}, got ${code}, which exists since ${definition.since}`);
  const reason = definition.detail === undefined ? undefined : detailMisfit(definition.detail, detail);
  if (reason !== undefined) broken.push(`expected a detail that fits ${code}, got ${describeValue(detail)}: ${reason}`);
  return broken;
}

/** A missing detail is valid for a shape without required fields. */
function detailMisfit(shape: NonNullable<CodeDefinition["detail"]>, detail: ErrorObject["detail"]): string | undefined {
  try {
    const { misfit } = checkShape(shape, detail ?? {});
    return misfit && [misfit.at, misfit.reason].filter((part) => part !== "").join(": ");
  } catch {
    return "its schema gave no result";
  }
}

function unknownCode(code: string): string {
  return `expected a code of the catalog, got ${describeValue(code)}`;
}
