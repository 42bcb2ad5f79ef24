/** The tables of the page, as Markdown. */
export interface Tables {
  readonly contract: string;
  readonly catalog: string;
  readonly sanitizer: string;
  readonly stream: string;
  readonly fastify: string;
  readonly nest: string;
  /** Rows without the table's head. */
  readonly limits: string;
  /** Rows without the table's head. */
  readonly warnings: string;
}

/** Returns the page with its tables. */
export function page({ contract, catalog, sanitizer, stream, fastify, nest, limits, warnings }: Tables): string {
  return `# Reference

<!-- Made from docstrings and constants of the packages by \`pnpm run docs\`; edit those, or scripts/docs/reference. -->

All options, headers, limits and warnings on one page. The [glossary](glossary.md) explains each term. The [error codes](errors.md) have a
page of their own.

## createContract

\`createContract(catalog, options)\` says how one service answers. You may leave out every option. A misspelled option throws a
\`TypeError\` that lists all of them.

${contract}

## defineCatalog

\`defineCatalog({ vendor, codes, contractCodes, captureStackTraces })\` says which codes exist.

${catalog}

## createSanitizer

\`createSanitizer(options)\` makes the option \`sanitizer\` of a contract. The sanitizer takes private parts out of messages.

${sanitizer}

## Adapters

An adapter connects a contract to a framework. Most adapters have no options of their own, because the contract has them all.

| call | takes |
| --- | --- |
| \`install(app, contract)\` of Express, Koa, Hono and h3 | no options |
| \`uhp(contract)\` and \`uhpErrorHandler(contract)\` | no options |
| \`attach(server, contract)\` | no options |
| \`app.register(uhp, options)\` of Fastify | [options](#fastify) |
| \`Fastify({ ...uhpServerOptions(contract) })\` | no options; it returns \`clientErrorHandler\` and \`frameworkErrors\` |
| \`UhpModule.forRoot(options)\` of NestJS | [options](#nestjs) |
| \`UhpModule.forRootAsync({ imports, inject, useFactory })\` | \`useFactory\` returns the same options |
| \`bearer\` | \`verify(token, context)\`, which returns who holds the token; see [authentication](auth.md) |
| \`stream\` | [options](#streams) |

### Fastify

${fastify}

### NestJS

${nest}

### Streams

\`stream\` of each adapter, and \`contract.stream\`, take these options.

${stream}

## Headers

| header | on | value |
| --- | --- | --- |
| \`UHP-Version\` | every response | the version in which the response is written |
| \`x-request-id\` | every response | the id of the request, which the [report](operating.md#the-id-of-a-request) has too |
| \`Content-Type\` | errors | \`application/json; charset=utf-8\`, whatever \`Accept\` says |
| \`Content-Length\` | errors | the length of the body in bytes |
| \`Cache-Control\` | errors | \`no-store\` |
| \`X-Content-Type-Options\` | errors | \`nosniff\` |
| \`x-should-retry\` | errors | \`true\` or \`false\`; see below |
| \`Retry-After\` | 503, 429 with a code that a client may retry, and 502 \`<vendor>_upstream_error\` | whole seconds, rounded up, where the wait is known |
| \`retry-after-ms\` | wherever the library writes \`Retry-After\`, and on 409 \`session_busy\` with \`detail.retry_after_ms\` | milliseconds |
| \`WWW-Authenticate\` | 401, and 403 \`insufficient_scope\` | \`Bearer\`; on the 403 \`Bearer error="insufficient_scope"\`; a value that your code set stays |
| \`Allow\` | 405 | the methods of the address, where they are known |

\`x-should-retry\` is \`true\` when two things hold. The code's retry rule allows a retry. The request has a safe method, such as GET, or
an \`Idempotency-Key\`. [Other clients](sdks.md) shows which SDKs obey it.

A 429 or 503 may say \`Retry-After: 60\` and \`x-should-retry: false\`. Then the request is a POST without an \`Idempotency-Key\`, or has another unsafe
method. No client may repeat it by itself, since the first attempt may have had an effect. A caller who knows that it had none waits, and sends it again.
With a key, the same response says \`x-should-retry: true\`.

A \`Retry-After\` that your code has set stays on an error of any status. The wait of another service's 429 or 503 is on
[your 502](how-it-works.md#the-wait-of-another-service).

An error response to HEAD has the headers of GET and no body.

[How it works](how-it-works.md) says which other headers stay on an error that the contract replaces.

### The deprecated text

\`compat: { deprecatedDetail: true }\` adds a second field beside \`error\`: a top-level \`detail\`, equal to \`error.message\`. A future version of
the specification removes it.

## Codes

[Error codes](errors.md) lists the codes of the specification and the built-in codes. Each row has the status, the type, the detail and the
retry rule. [Errors of other libraries](foreign-errors.md) says which code the error of a library becomes.

## Limits

Characters are UTF-16 code units, as \`length\` of a JavaScript string counts them.

| limit of | is | beyond it |
| --- | --- | --- |
${limits}
| a request id | 128 characters | a new id takes its place |

## Warnings

A mistake in mounting gives a process warning, once for each code. Its \`name\` is \`UhpErrorsWarning\`. The links lead to the cure.

| code | from | says |
| --- | --- | --- |
${warnings}

One more warning has no code: [a listener threw](troubleshooting.md#a-listener-for-the-apps-error-event-threw).

## Environment

| runtime | which packages |
| --- | --- |
| Node 20 or later | all |
| Bun, Deno, Cloudflare Workers | \`core\`, \`web\`, \`hono\`, \`h3\`, \`client\`, \`exports\`, \`conformance\` |
| browsers | \`client\`, \`core\` |

| framework | versions |
| --- | --- |
| Express | 4, 5 |
| Koa | 2, 3 |
| Fastify | 4, 5 |
| NestJS | 11, 12, on Express or Fastify |
| Hono | 4 |
| h3 | 2 |

Where the variable \`NODE_ENV\` is \`test\`, no adapter warns of a missing \`attach\`. The [command](checking.md) reads \`UHP_TOKEN\`, \`CI\`
and \`NO_COLOR\`.

Each package has ES modules, CommonJS and types.
`;
}
