import {
  type AnyCatalog,
  type CodeDefinition,
  type ErrorObject,
  isCodeOfOperation,
  type Operation,
  parseEnvelope,
  sanitizeMessage,
} from "@uhp-errors/core";
import { checkShape, ERROR_TYPES, isContractCode, VERSIONS, type Version } from "@uhp-errors/core/codes";
import { isRecord, parseJson } from "@uhp-errors/core/untrusted";
import type { Answer } from "./answer.ts";
import { definitionOf, meantBy, versionOf } from "./codes.ts";
import { told } from "./expected.ts";

const FIELDS = ["type", "code", "message", "param", "detail"];

const PARAM = /^[^.[\]/\s]+(?:\.[^.[\]/\s]+)*$/;

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
  const version = versionOf(answer.header("uhp-version"));
  const unversioned =
    version === undefined
      ? [`expected UHP-Version to be one of ${VERSIONS.join(", ")}, got ${told(answer.header("uhp-version"))}`]
      : [];
  if (isBodiless) return { error: undefined, broken: unversioned };
  if (answer.status < 400) return { error: undefined, broken: [...unversioned, ...brokenBySuccess(answer, catalog)] };
  const error = parseEnvelope(answer.body)?.error;
  const broken =
    error === undefined ? [whyNoEnvelope(answer.body)] : brokenByError(error, answer, catalog, version, operation);
  const type = answer.header("content-type") ?? "none";
  const mistyped = /^application\/json\s*(?:;|$)/i.test(type)
    ? []
    : [`expected the content type application/json, got ${type}`];
  return { error, broken: [...unversioned, ...mistyped, ...broken] };
}

function brokenBySuccess({ status, body }: Answer, catalog: AnyCatalog | undefined): readonly string[] {
  if (parseEnvelope(body) !== undefined) return [`expected an error to leave with a 4xx or 5xx, got ${status}`];
  const task = parseJson(body);
  if (!isRecord(task) || (task["status"] !== "failed" && task["status"] !== "cancelled")) return [];
  if (task["status"] === "cancelled" && (task["error"] ?? null) === null) return [];
  const error = parseEnvelope({ error: task["error"] })?.error;
  if (error === undefined) return [`expected the error of a ${task["status"]} task to have the five fields`];
  const definition = definitionOf(error.code, catalog);
  if (definition === undefined) return catalog === undefined ? [] : [unknownCode(error.code)];
  return definition.where === "request" ? [`expected the code of a task, got ${told(error.code)}`] : [];
}

function whyNoEnvelope(body: string): string {
  const value = parseJson(body);
  if (value === undefined) return "expected an envelope, got a body that is not JSON";
  if (!isRecord(value) || !isRecord(value["error"])) return "expected an envelope, got JSON without an object error";
  const { error, ...rest } = value;
  const beside = Object.keys(rest).filter((name) => name !== "detail");
  if (beside.length > 0) return `expected nothing beside error, got ${told(beside)}`;
  const names = Object.keys(error as object);
  const missing = FIELDS.filter((name) => !names.includes(name));
  if (missing.length > 0) return `expected the five fields of an error, which lacks ${missing.join(", ")}`;
  const extra = names.filter((name) => !FIELDS.includes(name));
  if (extra.length > 0) return `expected the five fields of an error, which also has ${told(extra)}`;
  return "expected an envelope, in which a field has a wrong type";
}

function brokenByError(
  error: ErrorObject,
  answer: Answer,
  catalog: AnyCatalog | undefined,
  version: Version | undefined,
  operation: Operation | undefined,
): readonly string[] {
  const { type, code, message, param } = error;
  const broken: string[] = [];
  const expect = (holds: boolean, otherwise: string) => void (holds || broken.push(otherwise));
  expect(Object.hasOwn(ERROR_TYPES, type), `expected one of the six types, got ${told(type)}`);
  const { removed } = sanitizeMessage(message);
  const kinds = [...new Set(removed.map(({ kind }) => kind))].join(", ");
  expect(removed.length === 0, `expected a message that is safe to show, got one with ${kinds}`);
  expect(param === null || PARAM.test(param), `expected param to be a path such as "a.0.b", got ${told(param)}`);
  const deprecated = parseEnvelope(answer.body)?.detail;
  expect(deprecated === undefined || deprecated === message, "expected the text detail beside error to be its message");
  const meant = meantBy(code, version, catalog?.vendor);
  const definition = definitionOf(meant, catalog);
  if (operation !== undefined && !isCodeOfOperation(operation, meant)) {
    broken.push(`expected a code that ${operation.method} ${operation.path} declares, got ${meant}`);
  }
  if (definition === undefined) expect(catalog === undefined && !isContractCode(code), unknownCode(code));
  else broken.push(...brokenByCode(error, meant, definition, answer.status, version));
  return broken;
}

/** Checks an error's other fields against the definition of its code. */
export function brokenByCode(
  { type, code, detail }: ErrorObject,
  meant: string,
  definition: CodeDefinition,
  status: number,
  version: Version | undefined,
): readonly string[] {
  if (definition.where !== "request") return [`expected a code that answers requests, got ${told(code)} of a task`];
  const broken: string[] = [];
  const statuses = [definition.status].flat();
  if (!statuses.includes(status)) broken.push(`expected ${code} with status ${statuses.join(" or ")}, got ${status}`);
  if (type !== definition.type) broken.push(`expected ${code} with type ${definition.type}, got ${told(type)}`);
  const isTooNew = version !== undefined && code === meant && definition.since > version;
  if (isTooNew)
    broken.push(`expected a code of version ${version}, got ${code}, which exists since ${definition.since}`);
  const misfit = definition.detail === undefined ? undefined : misfitOf(definition.detail, detail);
  if (misfit !== undefined) broken.push(`expected a detail that fits ${code}, got ${told(detail)}: ${misfit}`);
  return broken;
}

/** A missing detail is valid for a shape without required fields. */
function misfitOf(shape: NonNullable<CodeDefinition["detail"]>, detail: ErrorObject["detail"]): string | undefined {
  try {
    const { misfit } = checkShape(shape, detail ?? {});
    return misfit && [misfit.at, misfit.reason].filter((part) => part !== "").join(": ");
  } catch {
    return "its schema gave no result";
  }
}

function unknownCode(code: string): string {
  return `expected a code of the catalog, got ${told(code)}`;
}
