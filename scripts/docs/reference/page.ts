/** The tables of the page, as Markdown. */
export interface Tables {
  readonly contract: string;
  readonly catalog: string;
  readonly sanitizer: string;
  readonly stream: string;
  readonly fastify: string;
  readonly nest: string;
  /** Rows without the table's head, as are the limits. */
  readonly headers: string;
  readonly limits: string;
}

/** Returns the page with its tables. */
export function page({ contract, catalog, sanitizer, stream, fastify, nest, headers, limits }: Tables): string {
  return `# Reference

<!-- Made from docstrings and constants of the packages by \`pnpm run docs\`; edit those, or scripts/docs/reference. -->

All options, headers and limits. The name of an option leads to the page with more about it, and your editor shows its whole
docstring.

## createContract

\`createContract(catalog, options)\` says how one service answers. A misspelled option throws a \`TypeError\` that lists all of them.

${contract}

## defineCatalog

\`defineCatalog({ vendor, codes, contractCodes, captureStackTraces, docsUrl })\` says which codes exist.

${catalog}

## createSanitizer

\`createSanitizer(options)\` makes the option \`sanitizer\` of a contract.

${sanitizer}

## Adapters

Most adapters have no options of their own, because the contract has them all.

| call | takes |
| --- | --- |
| \`app.register(uhp, options)\` of Fastify | [options](#fastify) |
| \`UhpModule.forRoot(options)\` of NestJS | [options](#nestjs) |
| \`UhpModule.forRootAsync({ imports, inject, useFactory })\` | \`useFactory\` returns the same options |
| \`bearer\` | \`verify(token, context)\`, which returns who holds the token; see [authentication](auth.md) |
| \`stream\` | [options](#streams) |
| all others: \`install\`, \`uhp\`, \`uhpErrorHandler\`, \`uhpServerOptions\`, \`attach\` | none |

### Fastify

${fastify}

### NestJS

${nest}

### Streams

\`stream\` of each adapter, and \`contract.stream\`, take these options. On Hono, h3 and in fetch handlers, \`stream\` has no
\`onRefused\`: it resolves with the error response.

${stream}

## Headers

| header | on | value | who may override it |
| --- | --- | --- | --- |
${headers}

\`x-should-retry\` is \`true\` when the code's retry rule allows a retry, and the request has a safe method, such as GET, or an
\`Idempotency-Key\`. [Other clients](client.md#other-clients) shows which SDKs obey it. Beside \`false\`, a \`Retry-After\` is for a caller who knows that the
first attempt had no effect.

A \`Retry-After\` that your code has set stays on an error of any status. [How it works](how-it-works.md#headers-of-a-replaced-response) says
which other headers stay. An error response to HEAD has the headers of GET and no body.

### The deprecated text

\`compat: { deprecatedDetail: true }\` adds a top-level \`detail\` beside \`error\`, equal to \`error.message\`, for old clients. A future
version of the specification removes it. \`nullCancelledError\` is about [cancelled tasks](tasks-and-streams.md).

## Limits

Characters are UTF-16 code units, as \`length\` of a JavaScript string counts them.

| limit of | is | beyond it |
| --- | --- | --- |
${limits}
| a request id | 128 characters | a new id takes its place |

## Environment

| runtime | which packages |
| --- | --- |
| Node 20 or later | all |
| Bun, Deno, Cloudflare Workers | \`core\`, \`web\`, \`hono\`, \`h3\`, \`client\`, \`exports\`, \`conformance\` |
| browsers | \`client\`, \`core\` |

[Releases](contributors/releases.md#what-is-supported) lists the versions of frameworks. Each package has ES modules, CommonJS and types.

Where the variable \`NODE_ENV\` is \`test\`, no adapter warns of a missing \`attach\`. The [command](checking.md) reads \`UHP_TOKEN\`, \`CI\`
and \`NO_COLOR\`.
`;
}
