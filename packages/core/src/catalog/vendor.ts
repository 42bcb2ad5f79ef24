import * as z from "zod";
import {
  type CodeRow,
  type DetailSchema,
  type ErrorType,
  frozenRow,
  isContractCode,
  type RetryRule,
} from "../codes/index.ts";
import { guardMessage } from "../sanitize/message.ts";
import { ownFields } from "../sanitize/peek.ts";
import { VERSIONS } from "../versions/known.ts";
import { CONDITIONS, type Condition, type ConditionFacts, isCondition } from "./conditions.ts";

/** A vendor's own code that answers a request. Its type follows from the status. */
export interface VendorRequestRow {
  /** Any 4xx or 5xx status. */
  readonly status: number;
  /** Default message: one sentence that is safe to show to a stranger. */
  readonly message: string;
  /** Shape of `detail`, as JSON. Keys that the schema does not know are left out, as zod does. */
  readonly detail?: DetailSchema;
  /** When a client may try again; by default what the retry table says of the status. */
  readonly retry?: RetryRule;
  /** Guidance for the code's documentation: when a service uses it. */
  readonly when?: string;
}

/** A vendor's own code that only stands inside a failed response (HTTP 200). */
export interface VendorTaskRow {
  readonly task: true;
  readonly message: string;
  readonly detail?: DetailSchema;
  readonly when?: string;
}

/** Another text for a built-in condition, such as `acme_internal_error`; its other facts are fixed. */
export interface ConditionText {
  readonly message: string;
}

/** One row of a vendor's own. */
export type VendorRow = VendorRequestRow | VendorTaskRow | ConditionText;

/** A vendor's own codes by name, each beginning with the vendor's prefix. */
export type VendorRows = Readonly<Record<string, VendorRow>>;

/** The version since which everything exists that the contract's versions say nothing of. */
const ALWAYS = VERSIONS[0];

/** The retry rules that agree with what a client does that knows the type and not the code. */
export const RETRY_BY_TYPE = {
  invalid_request_error: ["never"],
  authentication_error: ["never"],
  permission_error: ["never"],
  rate_limit_error: ["never", "retry_after"],
  server_error: ["never", "backoff", "retry_after"],
} as const satisfies Readonly<Record<Exclude<ErrorType, "harness_error">, readonly RetryRule[]>>;

const CODE_SHAPE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/** Statuses whose type is not the one of all other 4xx or 5xx. */
const TYPE_BY_STATUS = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
} as const;

/** The type that a status implies for a code that is not the contract's. */
export type TypeOfStatus<Status extends number> = Status extends keyof typeof TYPE_BY_STATUS
  ? (typeof TYPE_BY_STATUS)[Status]
  : `${Status}` extends `4${string}`
    ? "invalid_request_error"
    : "server_error";

function typeOfStatus(status: number): Exclude<ErrorType, "harness_error"> {
  if (Object.hasOwn(TYPE_BY_STATUS, status)) return TYPE_BY_STATUS[status as keyof typeof TYPE_BY_STATUS];
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** The row of a built-in condition, with the vendor's own text when there is one. */
export function conditionRow(name: Condition, text?: ConditionText): CodeRow {
  const facts: ConditionFacts = CONDITIONS[name];
  return frozenRow({
    where: "request",
    type: typeOfStatus(facts.status),
    status: facts.status,
    since: ALWAYS,
    retry: facts.retry,
    message: text?.message ?? facts.message,
    when: facts.when,
    correlated: facts.correlated === true,
  });
}

/** The row of a status that has neither a code of the contract nor a condition, such as 418. */
export function bareStatusRow(status: number): CodeRow {
  return frozenRow({
    where: "request",
    type: typeOfStatus(status),
    status,
    since: ALWAYS,
    retry: "never",
    message: status >= 500 ? "The server failed to handle the request." : "The request was refused.",
    when: `A bare ${status} was about to leave.`,
  });
}

/**
 * Checks one vendor row at start-up and completes it.
 *
 * @throws TypeError that names the code and the rule it breaks.
 */
export function vendorRow(vendor: string, code: string, given: VendorRow): CodeRow {
  const refuse = (rule: string): never => {
    throw new TypeError(`code "${code}": ${rule}`);
  };
  if (isContractCode(code)) refuse("it is a code of the contract, which a vendor cannot redefine");
  if (!code.startsWith(`${vendor}_`)) refuse(`a code of vendor "${vendor}" must begin with "${vendor}_"`);
  if (!CODE_SHAPE.test(code)) refuse("a code is lower-case words of letters and digits, joined by single underscores");
  if (typeof given !== "object" || given === null) refuse("its row must be an object");
  const row = ownFields(given);
  const { withheld, removed } = guardMessage(row.message, "");
  if (typeof row.message !== "string" || row.message === "" || withheld) {
    const found = removed.map(({ kind, rule, index }) => ` (${kind} at ${index}, rule ${rule})`).join("");
    refuse(
      `its row needs a message: one sentence of at most 500 characters without a credential, host or path${found}`,
    );
  }

  if ("when" in row && typeof row.when !== "string") refuse("its when is a text: the condition under which it is used");

  const name = code.slice(vendor.length + 1);
  if (isContractCode(name)) {
    refuse(`the name is taken: older clients see the contract's code "${name}" under it`);
  }
  if (/^http_\d{3}$/.test(name)) refuse("names of the form http_<status> are taken by bare statuses");
  if (isCondition(name)) {
    const extra = Object.keys(row).filter((key) => key !== "message");
    if (extra.length > 0) refuse(`it is built in, and only its message can be changed; remove ${extra.join(", ")}`);
    return conditionRow(name, row);
  }
  return "task" in row ? taskRow(row, refuse) : requestRow(row as VendorRequestRow, refuse);
}

function taskRow(row: VendorTaskRow, refuse: (rule: string) => never): CodeRow {
  if (row.task !== true) refuse("task can only be true; leave it out for a code that answers requests");
  allowKeys(row, ["task", "message", "detail", "when"], refuse);
  return frozenRow({
    where: "failed_task",
    type: "harness_error",
    status: 200,
    since: ALWAYS,
    retry: "client_judgement",
    message: row.message,
    ...detailOf(row, refuse),
    when: row.when ?? row.message,
  });
}

function requestRow(row: VendorRequestRow, refuse: (rule: string) => never): CodeRow {
  allowKeys(row, ["status", "message", "detail", "retry", "when"], refuse);
  const { status } = row;
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    refuse("its status must be a 4xx or 5xx; for a code inside a failed response give task: true instead");
  }
  const type = typeOfStatus(status);
  const retry = row.retry ?? (type === "server_error" && status !== 501 ? "backoff" : "never");
  const rules: readonly RetryRule[] = RETRY_BY_TYPE[type];
  if (!rules.includes(retry)) {
    refuse(`a client that does not know it goes by its type, ${type}, for which retry can be: ${rules.join(", ")}`);
  }
  return frozenRow({
    where: "request",
    type,
    status,
    since: ALWAYS,
    retry,
    message: row.message,
    ...detailOf(row, refuse),
    when: row.when ?? row.message,
  });
}

function allowKeys(row: object, allowed: readonly string[], refuse: (rule: string) => never): void {
  const extra = Object.keys(row).filter((key) => !allowed.includes(key));
  if (extra.includes("type")) refuse("a type is not declared, it follows from the status; remove type");
  if (extra.length > 0) refuse(`its row has no ${extra.join(", ")}; it can have ${allowed.join(", ")}`);
}

function detailOf(row: { readonly detail?: DetailSchema }, refuse: (rule: string) => never): { detail?: DetailSchema } {
  if (row.detail === undefined) return {};
  try {
    // Works for a schema of another copy of zod, and throws for what JSON cannot hold.
    if (z.toJSONSchema(row.detail).type === "object") return { detail: row.detail };
  } catch {
    // Said below.
  }
  return refuse("its detail must be a zod 4 object schema of plain JSON: no dates, big integers or transforms");
}
