import { frozenDefinition } from "../codes/definition.ts";
import {
  type CodeDefinition,
  type DetailSchema,
  type ErrorType,
  isContractCode,
  type RetryRule,
} from "../codes/index.ts";
import { retryOfStatus, typeOfStatus } from "../codes/status.ts";
import { ownFields } from "../untrusted/peek.ts";
import { isBuiltInCode } from "./built-in-codes.ts";
import { ALWAYS, type BuiltInText, builtInDefinition } from "./built-in-definition.ts";
import { assertDetailSchema } from "./detail-schema.ts";

/** The definition of a vendor's own code that answers a request. The type follows from the status. */
export interface VendorRequestDefinition {
  /** Any 4xx or 5xx status. */
  readonly status: number;
  /** Default message: one sentence that is safe to show to a stranger. */
  readonly message: string;
  /**
   * Shape of `detail`, as JSON: a synchronous schema of an object, from any library that implements Standard Schema, such as zod, Valibot,
   * or ArkType. The output of the schema is sent, so the schema must accept its own output.
   */
  readonly detail?: DetailSchema;
  /** Shape of `context`, by the same rules. The output of the schema is in reports alone, and exports do not show the schema. */
  readonly context?: DetailSchema;
  /** When a client may try again. Defaults to the rule that the retry table gives for the status. */
  readonly retry?: RetryRule;
  /** Guidance for the code's documentation: when a service uses it. */
  readonly when?: string;
}

/** The definition of a vendor's own code that appears only inside a failed response (HTTP 200). */
export interface VendorTaskDefinition {
  readonly task: true;
  readonly message: string;
  /** Shape of `detail`, as for a code that answers requests. */
  readonly detail?: DetailSchema;
  /** Shape of `context`, as for a code that answers requests. */
  readonly context?: DetailSchema;
  readonly when?: string;
}

/** A vendor's definition of one code. */
export type VendorDefinition = VendorRequestDefinition | VendorTaskDefinition | BuiltInText;

/** A vendor's own codes by name, each beginning with the vendor's prefix. */
export type VendorDefinitions = Readonly<Record<string, VendorDefinition>>;

/** The retry rules that are compatible with a client that knows the type but not the code. */
export const RETRY_BY_TYPE = {
  invalid_request_error: ["never"],
  authentication_error: ["never"],
  permission_error: ["never"],
  rate_limit_error: ["never", "retry_after"],
  harness_error: ["client_judgement"],
  server_error: ["never", "backoff", "retry_after"],
} as const satisfies Readonly<Record<ErrorType, readonly RetryRule[]>>;

const CODE_SHAPE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/**
 * Checks one of a vendor's definitions at start-up and fills in its defaults.
 *
 * @throws TypeError that names the code and the rule it breaks.
 */
export function vendorDefinition(vendor: string, code: string, row: VendorDefinition): CodeDefinition {
  const refuse = (rule: string): never => {
    throw new TypeError(`code "${code}": ${rule}`);
  };
  if (isContractCode(code)) refuse("it is a code of the contract, which a vendor cannot redefine");
  if (!code.startsWith(`${vendor}_`)) refuse(`a code of vendor "${vendor}" must begin with "${vendor}_"`);
  if (!CODE_SHAPE.test(code)) refuse("a code is lower-case words of letters and digits, joined by single underscores");
  if (typeof row !== "object" || row === null) refuse("its row must be an object");
  const definition = ownFields(row);
  // A contract of the catalog checks what the message says.
  if (typeof definition.message !== "string" || definition.message.trim() === "") {
    refuse("its row needs a message: one sentence of at most 500 characters without a credential, host or path");
  }

  if ("when" in definition && typeof definition.when !== "string")
    refuse("its when is a text: the condition under which it is used");

  const name = code.slice(vendor.length + 1);
  if (isContractCode(name)) {
    refuse(`the name is taken: older clients see the contract's code "${name}" under it`);
  }
  if (/^http_\d{3}$/.test(name)) refuse("names of the form http_<status> are taken by bare statuses");
  if (isBuiltInCode(name)) {
    const extra = Object.keys(definition).filter((key) => key !== "message");
    if (extra.length > 0) refuse(`it is built in, and only its message can be changed; remove ${extra.join(", ")}`);
    return builtInDefinition(name, definition);
  }
  return "task" in definition
    ? taskDefinition(definition, refuse)
    : requestDefinition(definition as VendorRequestDefinition, refuse);
}

function taskDefinition(definition: VendorTaskDefinition, refuse: (rule: string) => never): CodeDefinition {
  if (definition.task !== true) refuse("task can only be true; leave it out for a code that answers requests");
  allowKeys(definition, ["task", "message", "detail", "context", "when"], refuse);
  return frozenDefinition({
    where: "failed_task",
    type: "harness_error",
    status: 200,
    since: ALWAYS,
    retry: "client_judgement",
    message: definition.message,
    ...schemasOf(definition, refuse),
    when: definition.when ?? definition.message,
  });
}

function requestDefinition(definition: VendorRequestDefinition, refuse: (rule: string) => never): CodeDefinition {
  allowKeys(definition, ["status", "message", "detail", "context", "retry", "when"], refuse);
  const { status } = definition;
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    refuse("its status must be a 4xx or 5xx; for a code inside a failed response give task: true instead");
  }
  const type = typeOfStatus(status);
  const retry = definition.retry ?? retryOfStatus(status);
  const rules: readonly RetryRule[] = RETRY_BY_TYPE[type];
  if (!rules.includes(retry)) {
    refuse(`a client that does not know it goes by its type, ${type}, for which retry can be: ${rules.join(", ")}`);
  }
  return frozenDefinition({
    where: "request",
    type,
    status,
    since: ALWAYS,
    retry,
    message: definition.message,
    ...schemasOf(definition, refuse),
    when: definition.when ?? definition.message,
  });
}

function allowKeys(definition: object, allowed: readonly string[], refuse: (rule: string) => never): void {
  const extra = Object.keys(definition).filter((key) => !allowed.includes(key));
  if (extra.includes("type")) refuse("a type is not declared, it follows from the status; remove type");
  if (extra.length > 0) refuse(`its row has no ${extra.join(", ")}; it can have ${allowed.join(", ")}`);
}

type Schemas = { readonly [Part in "detail" | "context"]?: DetailSchema };

function schemasOf({ detail, context }: Schemas, refuse: (rule: string) => never): Schemas {
  if (detail !== undefined) assertDetailSchema(detail, "detail", refuse);
  if (context !== undefined) assertDetailSchema(context, "context", refuse);
  return { ...(detail && { detail }), ...(context && { context }) };
}
