import { writeFileSync } from "node:fs";
import { CODES, type ContractCode } from "@uhp-errors/core";
import { observe, SDKS, type Sdk } from "../test/sdks/observe.ts";

/** Codes of each retry rule, and those whose repetition does harm. */
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

async function row(code: (typeof SHOWN)[number], name: string, sdk: Sdk): Promise<string> {
  const seen = await Promise.all(SETTINGS.map((setting) => observe(sdk, code, setting)));
  const shown = seen[0]?.shown.map((field) => `\`${field}\``).join(", ");
  const requests = seen.map((observed) => observed.requests).join(" | ");
  return `| \`${code}\` | ${[CODES[code].status].flat()[0]} | ${name} | ${requests} | ${shown} |`;
}

const rows = await Promise.all(
  SHOWN.flatMap((code) => Object.entries(SDKS).map(([name, sdk]) => row(code, name, sdk))),
);

const page = `# Other clients

<!-- Made from a run of test/sdks by \`pnpm docs\`; edit that instead. -->

Model-API SDKs, as their vendors ship them, each asked to send one POST to the reference service, which answers with an error
however often it is asked. The hints are \`x-should-retry\` and \`retry-after-ms\`, which the contract sends unless \`retryHints\` is
false, the key is an \`Idempotency-Key\`. The columns of numbers say how many requests arrived; the last column names the fields
of the SDK's own error.

| code | status | SDK | no key, no hints | no key, hints | key, no hints | key, hints | its error shows |
| --- | --- | --- | ---: | ---: | ---: | ---: | --- |
${rows.join("\n")}

- **openai and @anthropic-ai/sdk** obey the hints: what is not to be repeated arrives once, and what may be is repeated only
  with a key.
- **ai** goes by the status alone. Give it \`maxRetries: 0\` where a repetition does harm.
`;

writeFileSync(new URL("../docs/sdks.md", import.meta.url), page);
process.exit();
