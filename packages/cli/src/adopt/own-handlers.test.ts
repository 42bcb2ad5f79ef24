import { describe, expect, test } from "vitest";
import { withEdits } from "./edits.ts";
import { ownHandlersIn } from "./own-handlers.ts";
import { parseFiles, readManifest } from "./project.ts";

/** Returns a file with handlers that pass errors on, and the handlers. */
function guarded(text: string) {
  const [file] = parseFiles([{ file: "a.ts", text }], readManifest("{}"));
  if (file === undefined) throw new Error("the file cannot be parsed");
  const handlers = ownHandlersIn(file, false);
  return {
    after: withEdits(
      text,
      handlers.flatMap(({ edits = [] }) => edits),
    ),
    handlers: handlers.map(({ line, edits, app }) => ({ line, count: edits?.length, app })),
  };
}

const BLOCK = "{\n  res.json(1);\n}";

describe("an error handler passes errors of the catalog on", () => {
  const USE = "app.use((err, req, res, next) => {";
  const GUARD = "if (isContractError(err)) return next(err)";
  const PLAIN = "const a = 1\nconst b = 2\nexport const c = 3\nconst d = 4\nconst e = 5\n";
  const KOA = "app.use(async (ctx, next) => {";
  const RETHROWS = "if (isContractError(failure)) throw failure;";

  test.each<readonly [what: string, source: string]>([
    ["in lines", `${USE}«\n    ${GUARD};»\n    res.json(err);\n});\n`],
    ["in lines with CRLF", `${USE}«\r\n  ${GUARD};»\r\n  res.json(err);\r\n});\r\n`],
    ["in lines, after spaces", `${USE}«\n  ${GUARD};»  \n  res.json(err);\n});\n`],
    ["on one line, with more lines", `${USE}« ${GUARD};» res.json(\n    err,\n  ); });\n`],
    ["before an empty line", `${USE}« ${GUARD};»\n\n  res.json(err);\n});\n`],
    ["on one line", `${USE}« ${GUARD};» res.json(err); });\n`],
    ["on one line of a file without semicolons", `${PLAIN}${USE}« ${GUARD};» res.json(err) })\n`],
    ["in lines of a file without semicolons", `${PLAIN}${USE}«\n  ${GUARD}»\n  res.json(err)\n})\n`],
    [
      "as a function",
      "function failed(error, request, response, done) {«\n\tif (isContractError(error)) return done(error);»\n\tresponse.json(1);\n}\n",
    ],
    [
      "as middleware of Koa",
      `${KOA}\n  try {\n    await next();\n  } catch (failure) {«\n    ${RETHROWS}»\n    ctx.status = 500;\n  }\n});\n`,
    ],
    [
      "as middleware of Koa on one line",
      `${KOA} try { await next(); } catch (failure) {« ${RETHROWS}» ctx.status = 500; } });\n`,
    ],
  ])("%s", (_what, source) => {
    // The guard is between « and ».
    expect(guarded(source.replace(/«.*»/s, "")).after).toBe(source.replaceAll(/[«»]/g, ""));
  });

  test.each(["e", "er", "err", "error", "ex", "exception", "thrown", "_err", "ERR"])("that has the name %s", (name) => {
    expect(guarded(`(${name}, req, res, next) => ${BLOCK};\n`).after).toBe(
      `(${name}, req, res, next) => {\n  if (isContractError(${name})) return next(${name});\n  res.json(1);\n};\n`,
    );
  });

  test.each(["res", "response", "_res", "Resp"])("beside a response with the name %s", (name) => {
    expect(guarded(`(err, req, ${name}, next) => ${BLOCK};\n`).handlers).toEqual([
      { line: 1, count: 1, app: undefined },
    ]);
  });

  test.each([
    `(errs, req, res, next) => ${BLOCK};`,
    `(myerr, req, res, next) => ${BLOCK};`,
    `(__err, req, res, next) => ${BLOCK};`,
    `(a, req, res, next) => ${BLOCK};`,
    `({ err }, req, res, next) => ${BLOCK};`,
    `(err, req, fires, next) => ${BLOCK};`,
    `(err, req, { res }, next) => ${BLOCK};`,
    `(err, req, res) => ${BLOCK};`,
    `(err, req, res, next, more) => ${BLOCK};`,
    `(req, res, next) => ${BLOCK};`,
    "try { go(); } catch (err) { stay(); }",
    "async (ctx, next) => { try { await next(); } finally { stay(); } };",
    "async (ctx, next) => { try { await next(); } catch (err) { log(err); throw err; } };",
  ])("but %s is none", (source) => {
    expect(guarded(`${source}\n`).handlers).toEqual([]);
  });
});

test.each([
  "app.use((err, req, res, next) => {\n  if (isContractError(err)) return next(err);\n  res.json(1);\n});\n",
  "app.use((err, req, res, next) => { if (!isContractError(err)) res.json(1); else next(err); });\n",
  "app.use(async (ctx, next) => { try { await next(); } catch (e) { if (isContractError(e)) throw e; } });\n",
  "app.setErrorHandler((error) => { if (isContractError(error)) throw error; });\n",
  "export default defineNitroErrorHandler((error, event) => { if (isContractError(error)) throw error; });\n",
  "@Catch() class Filter { catch(error, host) { if (isContractError(error)) throw error; } }\n",
])("an error handler that passes them on stays: %j", (source) => {
  const app = source.includes("setErrorHandler") ? "app" : undefined;
  expect(guarded(source)).toEqual({ after: source, handlers: [{ line: 1, count: 0, app }] });
});

test.each<readonly [what: string, source: string, app: string | undefined]>([
  ["has only an expression", "app.use((err, req, res, next) => res.json(1));", undefined],
  ["takes `next` apart", "app.use((err, req, res, { next }) => { res.json(1); });", undefined],
  ["is a `catch` without a variable", "async (ctx, next) => { try { await next(); } catch { a(); } };", undefined],
  [
    "is a `catch` that takes its error apart",
    "async (c, next) => { try { await next(); } catch ({ a }) {} };",
    undefined,
  ],
  ["is Fastify's", "app.setErrorHandler((error, request, reply) => {});", "app"],
  ["is Fastify's, of a field", "this.app.setErrorHandler((error, request, reply) => {});", "this.app"],
  ["is called onError, in a service without Hono", "app.onError((error, c) => c.text(1));", undefined],
  ["is Nest's", "@Catch()\nclass Filter {}", undefined],
  ["is Nitro's", "export default defineNitroErrorHandler((error, event) => {});", undefined],
])("an error handler cannot pass errors on if it %s", (_what, source, app) => {
  expect(guarded(`\n${source}\n`)).toEqual({
    after: `\n${source}\n`,
    handlers: [{ line: 2, count: undefined, app }],
  });
});

test.each(["app.onError((error, c) => c.text(1));\n", "app.onError(failed);\n"])(
  "an error handler of Hono stays, because the contract answers instead: %s",
  (text) => {
    const [file] = parseFiles([{ file: "a.ts", text }], readManifest("{}"));
    const found = file === undefined ? [] : ownHandlersIn(file, true);
    expect(found.map(({ edits, isOverruled }) => ({ edits, isOverruled }))).toEqual([{ edits: [], isOverruled: true }]);
  },
);

test.each(["app.setErrorHandler((error, request, reply) => {});\n", "@Catch()\nclass Filter {}\n"])(
  "an error handler of another framework does not stay beside Hono: %j",
  (text) => {
    const [file] = parseFiles([{ file: "a.ts", text }], readManifest("{}"));
    const found = file === undefined ? [] : ownHandlersIn(file, true);
    expect(found.map(({ edits, isOverruled }) => ({ edits, isOverruled }))).toEqual([
      { edits: undefined, isOverruled: false },
    ]);
  },
);

test.each([
  "app.setNotFoundHandler((request, reply) => {});",
  "app.notFound((c) => c.text(1));",
  "app.useGlobalFilters(new Filter());",
])("%s is no error handler", (source) => {
  expect(guarded(source).handlers).toEqual([]);
});
