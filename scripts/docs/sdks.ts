import { readFileSync, writeFileSync } from "node:fs";
import { CODES, type ContractCode } from "@uhp-errors/core";
import { observe, SDKS, type Sdk } from "../../test/client/sdks/observe.ts";
import { placeOf } from "../../test/client/sdks/places.ts";
import { installedVersion } from "../../test/support/installed.ts";

/** Codes for the retry rules, and codes that must not be retried. */
const SHOWN = [
  "invalid_input",
  "missing_credential",
  "harness_not_found",
  "session_busy",
  "harness_mismatch",
  "rate_limited",
  "quota_exhausted",
  "harness_unavailable",
] as const satisfies readonly ContractCode[];

const SETTINGS = [
  { retryHints: false, key: false },
  { retryHints: true, key: false },
  { retryHints: false, key: true },
  { retryHints: true, key: true },
];

/** How many requests an SDK sent for a code, in each setting. */
interface Sent {
  readonly code: string;
  readonly sdk: string;
  readonly numbers: string;
}

async function sentFor(code: (typeof SHOWN)[number], name: string, sdk: Sdk): Promise<Sent> {
  const seen = await Promise.all(SETTINGS.map((setting) => observe(sdk, code, setting)));
  const numbers = seen.map(({ requests }) => requests).join(" | ");
  return { code: `\`${code}\` (${[CODES[code].status].flat()[0]})`, sdk: name, numbers };
}

/** Returns the rows. SDKs that agree on a code share a row, and so do codes for which the same SDKs send the same numbers. */
function requestsRows(sent: readonly Sent[]): string[] {
  const byCode = joined(sent, ({ code, numbers }) => [code, numbers], "sdk");
  return joined(byCode, ({ sdk, numbers }) => [sdk, numbers], "code").map(
    ({ code, sdk, numbers }) => `| ${code} | ${sdk} | ${numbers} |`,
  );
}

/** Merges rows that have the same key, and lists what differs in one cell. */
function joined(all: readonly Sent[], key: (one: Sent) => readonly string[], differs: "sdk" | "code"): Sent[] {
  const groups = new Map<string, Sent>();
  for (const one of all) {
    const first = groups.get(key(one).join());
    groups.set(
      key(one).join(),
      first === undefined ? one : { ...first, [differs]: `${first[differs]}, ${one[differs]}` },
    );
  }
  return [...groups.values()];
}

/** Returns where an SDK's error has each field, for an error that has all of them. */
async function fieldsRow(name: string, sdk: Sdk): Promise<string> {
  const { thrown, correlationId } = await observe(sdk, "invalid_input", { retryHints: true, key: false });
  const { type, message, status } = CODES.invalid_input;
  const detail = { issues: [{ param: "input", message: "It must not be empty." }] };
  const places = [status, type, "invalid_input", message, "input", detail, correlationId].map((value) => {
    const place = placeOf(thrown, value);
    return place === undefined ? "–" : `\`${place}\``;
  });
  return `| ${name} ${installedVersion(name)} | ${places.join(" | ")} |`;
}

const sent = await Promise.all(
  SHOWN.flatMap((code) => Object.entries(SDKS).map(([name, sdk]) => sentFor(code, name, sdk))),
);
const fields = await Promise.all(Object.entries(SDKS).map(([name, sdk]) => fieldsRow(name, sdk)));

const text = `## Other clients

<!-- Made from a run of test/client/sdks by \`pnpm run docs\`; edit that instead. -->

How often three SDKs for model APIs repeat a request that failed, and what their errors show. With the \`/v1\` of a service as base
address, openai and ai can also run tasks on it.

### How often they ask

Each SDK sent one POST to the reference service, which answered every attempt with the same error. The numbers say how many requests arrived.

- **Hints** are the headers \`x-should-retry\` and \`retry-after-ms\`. The library sends them unless \`errorHeaderFilter\` drops them.
- **A key** is an \`Idempotency-Key\`: with it, a server recognizes a repeated request.

| codes | SDK | no key, no hints | no key, hints | key, no hints | key, hints |
| --- | --- | ---: | ---: | ---: | ---: |
${requestsRows(sent).join("\n")}

openai and @anthropic-ai/sdk obey the hints, and ai looks only at the status. Set its \`maxRetries: 0\` where a repeated request does harm.

### What their errors show

Where the error that an SDK throws has the fields of ours. \`ai\` may wrap several errors in one: look at its \`lastError\`.

| SDK | status | type | code | message | param | detail | x-request-id |
| --- | --- | --- | --- | --- | --- | --- | --- |
${fields.join("\n")}
`;

const page = new URL("../../docs/client.md", import.meta.url);
const [above] = readFileSync(page, "utf8").split("## Other clients\n");
writeFileSync(page, `${above}${text}`);
process.exit();
