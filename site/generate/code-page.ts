import type { CodeJson } from "@uhp-errors/exports";
import { adviceOn, answerOf, NEWEST, OLDEST, REQUEST, throwLine } from "../playground/answer.ts";
import { AGAIN, whatToChange } from "../playground/caller.ts";
import { exampleDetail, type Shelf } from "../playground/catalog.ts";
import { isObject, type JsonObject } from "../playground/json.ts";
import { fieldsOf, isRequired } from "../playground/schema.ts";

const PLACES: Readonly<Record<CodeJson["places"][number], string>> = {
  request: "the answer to a request",
  failed_task: "the response object of a failed task, in a response of status 200",
  cancelled_task: "the response object of a cancelled task, in a response of status 200",
  stream: "the last events of a stream",
};

const CLIENT = "[The client of this library](/client)";

/** What our own client does for each retry rule. */
const OWN_CLIENT: Readonly<Record<CodeJson["retry"]["rule"], string>> = {
  never: `${CLIENT} does not repeat it.`,
  backoff: `${CLIENT} does this by itself.`,
  retry_after: `${CLIENT} does this by itself.`,
  session_terminal: `With the option [\`waitForSession\`](/client#session_busy), ${CLIENT.replace("The", "the")} calls your function, and then sends the request again. Without the option, it does not repeat the request.`,
  client_judgement: `${CLIENT} does not start the task again.`,
};

/** The page of a code, as Markdown, for callers who got it from a service. The contract itself makes its example. */
export function codePage(shelf: Shelf, row: CodeJson): string {
  const { code, when, message, retry, origin } = row;
  const detail = exampleDetail(shelf, row);
  const answer = answerOf(shelf, row, { code, version: NEWEST, message: "", detail });
  const prefix =
    origin === "specification"
      ? ""
      : `\n\n\`acme\` stands for the vendor of the service. Your code may begin [with another prefix](/codes/vendor-prefix).`;
  return `# \`${code}\`

A service that you called answered with this code. ${when}${prefix}

The message is “${message}”, unless the service says more.

## Can you send it again?

**${AGAIN[retry.rule]}.** ${adviceOn(retry.rule, answer)}

${OWN_CLIENT[retry.rule]} A program that does not know this code follows its type, \`${row.type}\`.

## What to change

${whatToChange(row)}

## What \`param\` and \`detail\` hold

${paramOf(row)}

${detailTable(row)}

## What to send to support

${supportNeeds(row, detail)}

## The response

${REQUEST}

\`\`\`http
${answer.head}
\`\`\`

\`\`\`json
${answer.body}
\`\`\`

[Try it in the playground](/playground#answer?code=${code}).

## For the service's authors

${factsOf(shelf, row, detail)}

${throwOf(row, detail)}
`;
}

function paramOf({ places }: CodeJson): string {
  return places.includes("request")
    ? "`param` names the field of the request that is at fault, such as `input.0.type`. It is null if none is, or if the service does not know which."
    : "`param` is null: this is about a task, and not about a field of a request.";
}

/** What the service's support needs to find the failure. */
function supportNeeds({ places }: CodeJson, detail: JsonObject | null): string {
  const also =
    detail !== null && Object.hasOwn(detail, "correlation_id") ? " The same id is in `detail.correlation_id`." : "";
  const task = places.includes("request") ? "" : " Add the `id` of the response object: it names the task.";
  return `The header \`x-request-id\` of the response.${also} The service's log has this id too.${task} Say when it happened and what you called. Leave out your credential.`;
}

function factsOf(shelf: Shelf, row: CodeJson, detail: JsonObject | null): string {
  const { code, since, places } = row;
  const older = answerOf(shelf, row, { code, version: OLDEST, message: "", detail });
  const inOlder = since <= OLDEST ? "" : `\n| in ${OLDEST} | \`${older.error.code}\` |`;
  return `| fact | value |
| --- | --- |
| status | ${row.status.join(" or ")} |
| type | \`${row.type}\` |
| appears in | ${places.map((place) => PLACES[place]).join("; ")} |
| since | ${since} |${inOlder}`;
}

function throwOf(row: CodeJson, detail: JsonObject | null): string {
  return row.places.includes("cancelled_task")
    ? "`contract.task.cancelled(response, context)` makes it. No code throws it."
    : `\`\`\`ts\n${throwLine("acme", row, { message: "", detail })}\n\`\`\``;
}

function detailTable({ detail, code }: CodeJson): string {
  const schema = detail as JsonObject | null;
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return `\`detail\` is null: \`${code}\` names no fields. A service may add fields of its own.`;
  const rows = fields.map(([name, field]) => {
    return `| \`${name}\` | ${typeOf(field)} | ${isRequired(schema, name) ? "yes" : "no"} |`;
  });
  return `\`detail\` has these fields, and possibly others that the service adds:\n\n| field | type | always there |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function typeOf(schema: JsonObject): string {
  const items = schema["items"];
  const type = [schema["type"] ?? "anything"].flat().join(" or ");
  const least = schema["minimum"] ?? schema["exclusiveMinimum"] ?? schema["minItems"];
  const bound =
    least === undefined ? "" : `, ${schema["exclusiveMinimum"] === undefined ? "at least" : "more than"} ${least}`;
  return (type === "array" && isObject(items) ? `list of ${typeOf(items)}` : type) + bound;
}
