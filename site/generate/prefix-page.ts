import { NEWEST, OLDEST } from "../playground/answer.ts";
import type { Shelf } from "../playground/catalog.ts";

/** The page about codes that begin with a vendor's prefix, as Markdown, for callers who got one. */
export function prefixPage({ codes }: Shelf): string {
  const builtIn = codes.filter(({ origin }) => origin === "built_in");
  const newer = codes.filter(({ origin, since }) => origin === "specification" && since > OLDEST);
  return `# Codes that begin with \`acme_\`

You got a code such as \`acme_sold_out\`. The part before the first \`_\` is the **vendor**, usually the short name of the company whose service
you called. \`acme\` stands for it here. There are three kinds of such codes.

## A code of every service

${builtIn.length} codes are the same in all services that use this library, except for the prefix. So \`globex_not_found\` means what
[\`acme_not_found\`](/codes/acme_not_found) means. Each has its own page:

| code | status | when |
| --- | --- | --- |
${builtIn.map(({ code, status, when }) => `| [\`${code}\`](/codes/${code}) | ${status.join(" or ")} | ${when} |`).join("\n")}

## A newer code, for an older client

A client asks for a version of the protocol with the header \`UHP-Version\`. A code that this version does not have comes with the prefix: \`environment_busy\`
becomes \`acme_environment_busy\` for a client of ${OLDEST}. Status, type, message and detail stay the same. Remove the prefix, and read the page of the code:
${newer.map(({ code }) => `[\`${code}\`](/codes/${code})`).join(", ")}. Ask for ${NEWEST} to get these codes as they are.

## A code of the service itself

Any other code is the service's own. Its documentation says what the code means, and what \`detail\` holds. If you do not find it there, the rest of the response
tells you enough to go on:

| the response has | what to do |
| --- | --- |
| \`x-should-retry: true\` | Send the same request again, after \`Retry-After\` if it is there. Wait longer after each try. |
| \`x-should-retry: false\` | Do not repeat it automatically. A person may decide to. |
| type \`invalid_request_error\` | Change the request. \`message\` and \`param\` say what is wrong. |
| type \`authentication_error\` | Send a credential that the service accepts. |
| type \`permission_error\` | Use a credential that is allowed to do this. |
| type \`rate_limit_error\` | Wait. |
| type \`harness_error\` | A task failed. Ask the user who started it before you start another. |
| type \`server_error\` | The request may be fine. Tell the service's support the \`x-request-id\`. |
`;
}
