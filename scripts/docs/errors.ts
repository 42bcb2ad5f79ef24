import { writeFileSync } from "node:fs";
import { BUILT_IN_CODES, CODES, type CodeDefinition, defineCatalog, ERROR_TYPES } from "@uhp-errors/core";
import { DETAIL_KINDS, fieldsOf, isSchema } from "@uhp-errors/core/internal";

/** The vendor of the examples. */
const VENDOR = "acme";

/** Where the error is, if not in an error response. */
const PLACES = {
  request: "",
  failed_task: ", in the response object of a failed task",
  cancelled_task: ", in the response object of a cancelled task",
} as const;

/** Empty for the default, which the page states once. */
const RETRIES = {
  never: "",
  backoff: " Retry: with backoff.",
  retry_after: " Retry: after the time in `Retry-After`.",
  session_terminal: " Retry: once the session's task has ended.",
  client_judgement: " Retry: the client decides.",
} as const;

/** The first version of the specification. It has all codes that do not state another one. */
const FIRST_VERSION = "2026-08-11";

const catalog = defineCatalog({ vendor: VENDOR });

writeFileSync(new URL("../../docs/errors.md", import.meta.url), page());

function page(): string {
  const types = Object.entries(ERROR_TYPES).map(([type, { statuses }]) => `| \`${type}\` | ${statuses.join(", ")} |`);
  return `# Error codes

<!-- Made from the definitions in packages/core/src/codes and packages/core/src/catalog by \`pnpm run docs\`; edit those instead. -->

Every code with its meaning, status, type and default message. [Your own codes](your-codes.md) have a page of their own.

## Types

A client that does not know a code goes by its type. These are the statuses of UHP's own codes. Any other 4xx is an
\`invalid_request_error\`. Any other 5xx is a \`server_error\`, and so is the 501 of \`preview_unavailable\`.

| type | HTTP status |
| --- | --- |
${types.join("\n")}

## The specification's ${Object.keys(CODES).length} codes

A code is in every version of the specification, unless \`since\` names the first. An older client gets it under the vendor's
prefix, as in \`${VENDOR}_environment_busy\`, and the rest stays the same. Where nothing is said of a retry, a client
does not retry by itself.
Backoff is exponential, with jitter.

${Object.entries(CODES)
  .map(([code, definition]) => section(code, definition))
  .join("\n")}
## Built-in codes

The specification has no code for these failures of any HTTP service. Every catalog has them under its own prefix, here \`${VENDOR}\`. You
can change their messages and nothing else. A status without a code becomes \`${VENDOR}_http_<status>\`.

${Object.keys(BUILT_IN_CODES)
  .map((name) => section(`${VENDOR}_${name}`, catalog.definition(`${VENDOR}_${name}`)))
  .join("\n")}`;
}

function section(code: string, definition: CodeDefinition | undefined): string {
  if (definition === undefined) throw new Error(`${code} has no definition`);
  const detail = definition.correlated ? ["`correlation_id` (string)"] : detailFields(definition);
  return `### \`${code}\`

${definition.when}

${[definition.status].flat().join(" or ")} \`${definition.type}\`${PLACES[definition.where]}${sinceOf(definition)}.${RETRIES[definition.retry]}
Message: “${definition.message}”${detail.length === 0 ? "" : `\nDetail: ${detail.join(", ")}.`}
`;
}

function sinceOf({ since }: CodeDefinition): string {
  return since === FIRST_VERSION ? "" : `, since ${since}`;
}

function detailFields({ detail }: CodeDefinition): string[] {
  if (detail === undefined) return [];
  if (isSchema(detail)) throw new Error("only a vendor's own codes have schemas");
  return fieldsOf(detail).map(
    ({ name, kind, optional }) => `\`${name}\` (${DETAIL_KINDS[kind].means}${optional ? ", optional" : ""})`,
  );
}
