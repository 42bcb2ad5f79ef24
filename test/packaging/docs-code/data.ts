import { STATUS_CODES } from "node:http";
import { defineCatalog } from "@uhp-errors/core";
import { ERROR_TYPES } from "@uhp-errors/core/codes";
import { toJsonSchema } from "@uhp-errors/exports";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnyBlock } from "./blocks.ts";

/** The vendor of the docs. Each page makes up its vendor codes, so that only their shape can be judged. */
const acme = defineCatalog({ vendor: "acme" });

const ajv = new Ajv2020({ strict: false, allErrors: true });
const [exactly, shaped] = [true, false].map((strict) => ajv.compile(toJsonSchema(acme, { strict })));

const FIELDS = "type, code, message, param, detail";

/** The first line of a response. */
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) (.+)$/;
/** The first line of a request. */
const REQUEST_LINE = /^[A-Z]+ \/\S* HTTP\/1\.1$/;
const FIELD = /^[\w-]+: \S.*$/;

/** The mistakes in a block of JSON or HTTP, as `page:line: message`. An envelope must be valid in the newest version. */
export function checkData(block: AnyBlock): string[] {
  const misuses = block.language === "json" ? misusesOfJson(block.code) : misusesOfHttp(block.code);
  return misuses.map((misuse) => `${block.page}:${block.line}: ${misuse}`);
}

function misusesOfHttp(message: string): string[] {
  const [head = "", ...rest] = message.split("\n\n");
  const [first = "", ...fields] = head.trimEnd().split("\n");
  const [, status, reason] = STATUS_LINE.exec(first) ?? [];
  const misuses = fields.filter((field) => !FIELD.test(field)).map((field) => `"${field}" is no header field`);
  if (status === undefined) return REQUEST_LINE.test(first) ? misuses : [`"${first}" is no first line`, ...misuses];
  if (STATUS_CODES[status] !== reason) misuses.push(`the reason of ${status} is "${STATUS_CODES[status]}"`);
  const isJson = fields.some((field) => /^content-type: application\/json/i.test(field));
  return isJson ? [...misuses, ...misusesOfJson(rest.join("\n\n"), Number(status))] : misuses;
}

function misusesOfJson(text: string, status?: number): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`${error}`];
  }
  return isEnvelope(value) ? misusesOfEnvelope(value, status) : [];
}

type EnvelopeLike = { readonly error: { readonly type?: unknown; readonly code?: unknown } };

/** Whether a value has fields that only envelopes have, so that it is meant as one. */
function isEnvelope(value: unknown): value is EnvelopeLike {
  const error = (value as { error?: unknown } | null)?.error;
  return typeof error === "object" && error !== null && ("code" in error || "detail" in error || "param" in error);
}

function misusesOfEnvelope(envelope: EnvelopeLike, status: number | undefined): string[] {
  const { type, code } = envelope.error;
  const definition = typeof code === "string" ? acme.definition(code) : undefined;
  const fits = definition === undefined ? shaped : exactly;
  const fields = Object.keys(envelope.error).join(", ");
  const misuses = fields === FIELDS ? [] : [`the fields are ${fields}, not ${FIELDS}`];
  if (fits?.(envelope) === false) misuses.push(ajv.errorsText(fits.errors, { dataVar: `${code}` }));
  if (typeof type !== "string" || !Object.hasOwn(ERROR_TYPES, type)) misuses.push(`there is no type "${type}"`);
  const statuses = definition === undefined ? undefined : [definition.status].flat();
  if (status !== undefined && statuses !== undefined && !statuses.includes(status)) {
    misuses.push(`the status of ${code} is ${statuses.join(" or ")}, not ${status}`);
  }
  return misuses;
}
