import type { CodeGroup } from "../.vitepress/codes.ts";

/** The page that lists all codes, as Markdown. */
export function indexPage(groups: readonly CodeGroup[]): string {
  return `# Error codes

Did you get one of these codes from a service? Its page says what it means, whether to send the request again, what to change, and what to tell the
service's support. Codes that begin with \`acme_\` exist under [each vendor's own prefix](/codes/vendor-prefix).

${groups.map(section).join("\n\n")}
`;
}

function section({ title, rows }: CodeGroup): string {
  const lines = rows.map(({ code, status, when }) => `| [\`${code}\`](/codes/${code}) | ${status} | ${when} |`);
  return `## ${title}

| code | status | when |
| --- | --- | --- |
${lines.join("\n")}`;
}
