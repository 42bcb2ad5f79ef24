import { writeFileSync } from "node:fs";
import { BUILT_IN_CODES, CODES, type CodeDefinition, defineCatalog, ERROR_TYPES } from "@uhp-errors/core";
import { DETAIL_KINDS, fieldsOf, isSchema } from "@uhp-errors/core/codes";

/** The vendor of the examples. */
const VENDOR = "acme";

const PLACES = {
  request: "error response",
  failed_task: "response object of a failed task (HTTP 200)",
  cancelled_task: "response object of a cancelled task (HTTP 200)",
} as const;

const RETRIES = {
  never: "no",
  backoff: "yes, with exponential backoff and jitter",
  retry_after: "yes, after the time in `Retry-After`",
  session_terminal: "yes, once the session's task has ended (completed, failed or cancelled)",
  client_judgement: "the client's judgement",
} as const;

const catalog = defineCatalog({ vendor: VENDOR });

writeFileSync(new URL("../../docs/errors.md", import.meta.url), page());

function page(): string {
  const types = Object.entries(ERROR_TYPES).map(([type, { statuses }]) => `| \`${type}\` | ${statuses.join(", ")} |`);
  return `# Error codes

<!-- Made from the definitions in packages/core/src/codes and packages/core/src/catalog by \`pnpm run docs\`; edit those instead. -->

Every code with its status, its meaning, and whether a client may retry. [Your own codes](your-codes.md) have a page of their own. The
[glossary](glossary.md) explains the terms.

## Types

A type is the broad class of an error. A client that does not know a code goes by its type. The statuses are those of UHP's own codes. Any other
4xx is an \`invalid_request_error\`, and any other 5xx a \`server_error\`.

| type | HTTP status |
| --- | --- |
${types.join("\n")}

The specification lists status 501 under no type. \`preview_unavailable\` has it, counts as a \`server_error\`, and no retry helps.

## The specification's ${Object.keys(CODES).length} codes

\`since\` is the first version of the specification that has the code. A client of an older version gets the code under the vendor's
prefix: \`environment_busy\` becomes \`${VENDOR}_environment_busy\`. Status, type, message and detail stay the same.

${Object.entries(CODES)
  .map(([code, definition]) => section(code, definition))
  .join("\n")}
## Built-in codes

Every HTTP service meets failures for which the specification has no code. Built-in codes are for these. Every catalog has them under its own
prefix, here \`${VENDOR}\`. You can change the message of each, and nothing else. A status without a code becomes
\`${VENDOR}_http_<status>\`.

${Object.keys(BUILT_IN_CODES)
  .map((name) => section(`${VENDOR}_${name}`, catalog.definition(`${VENDOR}_${name}`)))
  .join("\n")}`;
}

function section(code: string, definition: CodeDefinition | undefined): string {
  if (definition === undefined) throw new Error(`${code} has no definition`);
  const detail = definition.correlated ? ["`correlation_id` (string)"] : detailFields(definition);
  return `### \`${code}\`

${definition.when}

| status | type | where | since | retry |
| --- | --- | --- | --- | --- |
| ${[definition.status].flat().join(" or ")} | \`${definition.type}\` | ${PLACES[definition.where]} | ${definition.since} | ${RETRIES[definition.retry]} |

Default message: “${definition.message}”${detail.length === 0 ? "" : `\nDetail: ${detail.join(", ")}.`}
`;
}

function detailFields({ detail }: CodeDefinition): string[] {
  if (detail === undefined) return [];
  if (isSchema(detail)) throw new Error("only a vendor's own codes have schemas");
  return fieldsOf(detail).map(
    ({ name, kind, optional }) => `\`${name}\` (${DETAIL_KINDS[kind].means}${optional ? ", optional" : ""})`,
  );
}
