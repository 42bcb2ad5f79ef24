import type { CatalogJson, CodeJson } from "../json/catalog-json.ts";
import { constantName, toComment, toScriptLiteral } from "./text.ts";

/** Writes a TypeScript module that imports nothing. */
export function typescriptConstants({ vendor, codes }: CatalogJson): string {
  return `// Made by @uhp-errors/exports of the catalog of ${vendor}. Change the catalog instead.

/** The prefix of the codes that every service makes up. */
export const VENDOR = ${toScriptLiteral(vendor)};

/** Every code by its name. */
export const ErrorCode = {
${codes.map(writeConstant).join("\n")}
} as const;

/** One of the codes. There may be new ones: of a code that is none of these, go by its type. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** What is known of a code. */
export interface ErrorFacts {
  readonly type: string;
  /** The HTTP statuses that it is sent with; the first is the default. */
  readonly status: readonly number[];
  /** Where it may appear: "request", "failed_task", "cancelled_task", "stream". */
  readonly places: readonly string[];
  /** The oldest version of the protocol that has it. */
  readonly since: string;
  /** When a client may send the same request again. */
  readonly retry: string;
  /** The default message. */
  readonly message: string;
  /** Whether the detail is never null. */
  readonly detailRequired: boolean;
}

/** What is known of each code. */
export const ERROR_FACTS: ReadonlyMap<string, ErrorFacts> = new Map([
${codes.map(writeFacts).join("\n")}
]);
`;
}

function writeConstant({ code, when }: CodeJson): string {
  return `  /** ${toComment(when)} */\n  ${constantName(code)}: ${toScriptLiteral(code)},`;
}

function writeFacts(facts: CodeJson): string {
  const { code, type, status, places, since, retry, message, detail_required: detailRequired } = facts;
  const list = (values: readonly string[]) => `[${values.map(toScriptLiteral).join(", ")}]`;
  return `  [
    ErrorCode.${constantName(code)},
    {
      type: ${toScriptLiteral(type)},
      status: [${status.join(", ")}],
      places: ${list(places)},
      since: ${toScriptLiteral(since)},
      retry: ${toScriptLiteral(retry.rule)},
      message: ${toScriptLiteral(message)},
      detailRequired: ${detailRequired},
    },
  ],`;
}
