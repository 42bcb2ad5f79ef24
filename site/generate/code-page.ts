import type { CodeJson } from "@uhp-errors/exports";
import { adviceOn, answerOf, NEWEST, OLDEST, REQUEST, throwLine } from "../playground/answer.ts";
import { exampleDetail, type Shelf } from "../playground/catalog.ts";
import { isObject, type JsonObject } from "../playground/json.ts";
import { fieldsOf, isRequired } from "../playground/schema.ts";

const PLACES: Readonly<Record<CodeJson["places"][number], string>> = {
  request: "the answer to a request",
  failed_task: "the response object of a failed task, in a response of status 200",
  cancelled_task: "the response object of a cancelled task, in a response of status 200",
  stream: "the last events of a stream",
};

const RETRIES: Readonly<Record<string, string>> = {
  never: "no",
  backoff: "yes, after a delay that grows",
  retry_after: "yes, after the time in `Retry-After`",
  session_terminal: "yes, once the session's task has ended (completed, failed or cancelled)",
  client_judgement: "the caller decides",
};

/** What our own client does where it needs help. */
const OWN_CLIENT: Readonly<Record<string, string>> = {
  session_terminal:
    "With the option [`waitForSession`](/client#session_busy), the client of this library calls your function, and then sends the request again. Without the option, it does not repeat the request.",
};

/** The page of a code, as Markdown. Its example is what the contract really answers. */
export function codePage(shelf: Shelf, row: CodeJson): string {
  const { code, when, since, message, retry, places } = row;
  const detail = exampleDetail(shelf, row);
  const answer = answerOf(shelf, row, { code, version: NEWEST, message: "", detail });
  const older = answerOf(shelf, row, { code, version: OLDEST, message: "", detail });
  const inOlder = since <= OLDEST ? "" : `\n| in ${OLDEST} | \`${older.error.code}\` |`;
  const isThrown = !places.includes("cancelled_task");
  return `# \`${code}\`

${when}

| fact | value |
| --- | --- |
| status | ${row.status.join(" or ")} |
| type | \`${row.type}\` |
| stands in | ${places.map((place) => PLACES[place]).join("; ")} |
| since | ${since} |${inOlder}
| retry | ${RETRIES[retry.rule]} |
| default message | ${message} |

## The answer

${REQUEST}

\`\`\`http
${answer.head}
\`\`\`

\`\`\`json
${answer.body}
\`\`\`

[Try it in the playground](/playground#answer?code=${code}).

## Detail

${detailTable(row)}

## Throw it

${isThrown ? `\`\`\`ts\n${throwLine("acme", row, { message: "", detail })}\n\`\`\`` : "`contract.task.cancelled(response, context)` makes it. Nothing throws it."}

## What a client does

${adviceOn(retry.rule, answer)}

A client that does not know this code goes by its type, \`${row.type}\`.

${OWN_CLIENT[retry.rule] ?? "[The client](/client) of this library does all this by itself."}
`;
}

function detailTable({ detail, code }: CodeJson): string {
  const schema = detail as JsonObject | null;
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return `\`${code}\` names no fields. \`detail\` is null, unless a service adds fields of its own.`;
  const rows = fields.map(([name, field]) => {
    return `| \`${name}\` | ${typeOf(field)} | ${isRequired(schema, name) ? "yes" : "no"} |`;
  });
  return `| field | type | required |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function typeOf(schema: JsonObject): string {
  const items = schema["items"];
  const type = [schema["type"] ?? "anything"].flat().join(" or ");
  const least = schema["minimum"] ?? schema["exclusiveMinimum"] ?? schema["minItems"];
  const bound =
    least === undefined ? "" : `, ${schema["exclusiveMinimum"] === undefined ? "at least" : "more than"} ${least}`;
  return (type === "array" && isObject(items) ? `list of ${typeOf(items)}` : type) + bound;
}
