import { writeFileSync } from "node:fs";
import { CODES } from "@uhp-errors/core";
import { observe, SDKS } from "../test/sdks/observe.ts";

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
] as const;

const rows = await Promise.all(
  SHOWN.flatMap((code) =>
    Object.entries(SDKS).map(async ([name, sdk]) => {
      const [without, hinted] = await Promise.all([observe(sdk, code, false), observe(sdk, code, true)]);
      const shown = hinted.shown.map((field) => `\`${field}\``).join(", ");
      return `| \`${code}\` | ${[CODES[code].status].flat()[0]} | ${name} | ${without.requests} | ${hinted.requests} | ${shown} |`;
    }),
  ),
);

const page = `# Other clients

<!-- Made from a run of test/sdks by \`pnpm docs\`; edit that instead. -->

Model-API SDKs, as their vendors ship them, each asked to send one POST without an \`Idempotency-Key\` to a service that answers
with an error. The hints are \`x-should-retry\` and \`retry-after-ms\`, which the contract sends unless \`retryHints\` is false.
The last column names the fields of the SDK's own error.

| code | status | SDK | requests without hints | requests with hints | its error shows |
| --- | --- | --- | ---: | ---: | --- |
${rows.join("\n")}
`;

writeFileSync(new URL("../docs/sdks.md", import.meta.url), page);
process.exit();
