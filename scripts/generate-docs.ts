import { writeFileSync } from "node:fs";
import { BUILT_IN_CODES, CODES, type CodeDefinition, defineCatalog, ERROR_TYPES, VERSIONS } from "@uhp-errors/core";
import { z } from "zod";

/** The vendor of the examples. */
const VENDOR = "acme";

const PLACES = {
  request: "answer to a request",
  failed_task: "failed response (HTTP 200)",
  cancelled_task: "cancelled response (HTTP 200)",
} as const;

const RETRIES = {
  never: "no",
  backoff: "yes, with exponential backoff and jitter",
  retry_after: "yes, after the time in `Retry-After`",
  session_terminal: "yes, once the session's task has ended",
  client_judgement: "the client's judgement",
} as const;

const catalog = defineCatalog({ vendor: VENDOR });

writeFileSync(new URL("../docs/errors.md", import.meta.url), page());

function page(): string {
  const types = Object.entries(ERROR_TYPES).map(([type, { statuses }]) => `| \`${type}\` | ${statuses.join(", ")} |`);
  return `# Error codes

<!-- Made from the rows in packages/core/src/codes and packages/core/src/catalog by \`pnpm run docs\`; edit those instead. -->

## Types

| type | HTTP status |
| --- | --- |
${types.join("\n")}

\`preview_unavailable\` is a 501, which the contract gives no type; it counts as a \`server_error\` that no retry helps.

## The contract's ${Object.keys(CODES).length} codes

A code that is since ${VERSIONS.at(-1)} reaches a client of an older version under the vendor's prefix, with the same
status, type, message and detail: \`environment_busy\` is \`${VENDOR}_environment_busy\` there.

${Object.entries(CODES)
  .map(([code, row]) => section(code, row))
  .join("\n")}
## Built-in conditions

Every catalog has these under its own prefix, here \`${VENDOR}\`. A vendor can give each another text and nothing else.
A status that has neither a code nor a condition is \`${VENDOR}_http_<status>\`.

${Object.keys(BUILT_IN_CODES)
  .map((name) => section(`${VENDOR}_${name}`, catalog.definition(`${VENDOR}_${name}`)))
  .join("\n")}`;
}

function section(code: string, row: CodeDefinition | undefined): string {
  if (row === undefined) throw new Error(`${code} has no row`);
  const detail = row.correlated ? ["`correlation_id` (string)"] : detailFields(row);
  return `### \`${code}\`

${row.when}

| status | type | where | since | retry |
| --- | --- | --- | --- | --- |
| ${[row.status].flat().join(" or ")} | \`${row.type}\` | ${PLACES[row.where]} | ${row.since} | ${RETRIES[row.retry]} |

Default message: “${row.message}”${detail.length === 0 ? "" : `\nDetail: ${detail.join(", ")}.`}
`;
}

function detailFields({ detail }: CodeDefinition): string[] {
  if (detail === undefined) return [];
  const schema = z.toJSONSchema(detail) as { properties?: Record<string, { type?: string }>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(
    ([name, { type }]) => `\`${name}\` (${type}${schema.required?.includes(name) ? "" : ", optional"})`,
  );
}
