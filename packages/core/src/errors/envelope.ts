import * as z from "zod";
import { ERROR_TYPES, type ErrorType } from "../codes/index.ts";
import { ownFields } from "../untrusted/peek.ts";
import type { ErrorObject } from "./contract-error.ts";
import type { JsonObject } from "./detail.ts";

/** The JSON body of every non-2xx answer: the one key `error`, and at most the deprecated text `detail` beside it. */
export interface Envelope {
  readonly error: ErrorObject;
  /** @deprecated Equal to `error.message`; a future version of the protocol removes it. */
  readonly detail?: string;
}

const TYPES = Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]];

const envelopeSchema = z.strictObject({
  error: z.strictObject({
    type: z.enum(TYPES),
    code: z.string().min(1),
    message: z.string().min(1),
    param: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()).nullable(),
  }),
  detail: z.string().optional(),
});

/**
 * Reads an envelope, as strictly as the contract describes it: exactly the five fields, and nothing beside `error` but
 * the deprecated text. Takes the JSON text or what was parsed from it; `undefined` when it is not an envelope.
 * Never throws.
 */
export function parseEnvelope(body: unknown): Envelope | undefined {
  try {
    const parsed = envelopeSchema.safeParse(ownLevels(typeof body === "string" ? JSON.parse(body) : body));
    return parsed.success ? (parsed.data as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

/** Taken once, so that nothing that replaces it later stands between a failure and its answer. */
const { stringify } = JSON;
/** The three levels of an envelope without what every object inherits, which a schema would take for a field. */
function ownLevels(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body["error"])) return body;
  const error = ownFields(body["error"]);
  const { detail } = error;
  return ownFields({ ...body, error: ownFields({ ...error, detail: isRecord(detail) ? ownFields(detail) : detail }) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An envelope's JSON text, its keys always in the same order. */
export function envelopeText(error: ErrorObject, deprecatedDetail: boolean): string {
  const { type, code, message, param, detail } = error;
  const envelope: Envelope = { error: { type, code, message, param, detail: detail as JsonObject | null } };
  return stringify(deprecatedDetail ? { ...envelope, detail: message } : envelope);
}
