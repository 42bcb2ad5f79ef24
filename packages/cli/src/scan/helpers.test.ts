import { describe, expect, test } from "vitest";
import { scanSources } from "./scan.ts";

/** Lists the errors in files, each as its file, its line, its status, its sentence and its note. */
function errorsIn(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  return scanSources(sources, "acme")
    .findings.filter(({ kind }) => kind === "response" || kind === "exception")
    .map(({ file, line, status, sentence, note }) => `${file}:${line} ${status} ${sentence} ${note}`);
}

const inFile = (text: string) => errorsIn({ "a.ts": text }).map((line) => line.replace(/^a\.ts:/, ""));

const FAIL = "function fail(res, status, message) { res.status(status).json({ message }); }";
const CONFLICT = "function conflict(res, message) { res.status(409).json({ message }); }";
const NEST = 'import { ConflictException, HttpException } from "@nestjs/common";';

/** A call of a helper with a status and a sentence. */
const SOLD = 'fail(res, 409, "Sold out");';
const SENDS = "res.status(status).json({ message });";
const METHOD = FAIL.replace("function ", "");

describe("a call of a helper is an error", () => {
  test.each<readonly [how: string, call: string, helper: string]>([
    ["of a function", SOLD, FAIL],
    ["of a function, in an optional chain", 'fail?.(res, 409, "Sold out");', FAIL],
    ["of a function expression", SOLD, `const fail = function (res, status, message) { ${SENDS} };`],
    ["of a wrapped function", SOLD, `const fail = wrap((res, status, message) => { ${SENDS} });`],
    ["of a function in an inner one", SOLD, `function fail(res, status, message) { later(() => { ${SENDS} }); }`],
    ["of a method of a value", `get().${SOLD}`, `class A { ${METHOD} }`],
    ["of a method of this", `this.${SOLD}`, `class A { ${METHOD} }`],
    ["of an object's method", `api.${SOLD}`, `const api = { ${METHOD} };`],
    ["of an object's function", `api.${SOLD}`, `const api = { fail: ${FAIL} };`],
    ["of an assigned function", SOLD, `exports.fail = (res, status, message) => { ${SENDS} };`],
    ["of a private method", `class A { f() { this.#${SOLD} }`, `#${METHOD} }`],
    ["with a status that is a constant", 'const TAKEN = 409; fail(res, TAKEN, "Sold out");', FAIL],
    ["with a named status", 'fail(res, HttpStatus.CONFLICT, "Sold out");', FAIL],
    ["with a sentence that is a constant", 'const TEXT = "Sold out"; fail(res, 409, TEXT);', FAIL],
    ["with a sentence in an object", 'fail(res, 409, { message: "Sold out" });', FAIL],
    ["with a sentence by field", 'fail(res, 409, { seat: "Sold out" });', FAIL],
    [
      "with a variable for the status",
      SOLD,
      "function fail(res, status, message) { const code = status; res.status(code).json({ message }); }",
    ],
    [
      "with a variable for the sentence",
      SOLD,
      "function fail(res, status, message) { const text = message; res.status(status).json({ text }); }",
    ],
    [
      "with three variables for the status",
      SOLD,
      "function fail(res, status, message) { const a = status; const b = a; const c = b; res.status(c).json({ message }); }",
    ],
    [
      "with the status in the second argument of an exception",
      SOLD,
      'import { Boom } from "@hapi/boom"; function fail(res, code, message) { throw new Boom(message, { statusCode: code }); }',
    ],
    [
      "with the status in options",
      'fail(res, { status: 409 }, "Sold out");',
      "function fail(res, options, message) { res.status(options.status).json({ message }); }",
    ],
    [
      "with the status and the sentence in options",
      'fail(res, { status: 409, message: "Sold out" });',
      "function fail(res, options) { res.status(options.status).json({ message: options.message }); }",
    ],
    [
      "with a variable for the status in options",
      'fail(res, { status: 409 }, "Sold out");',
      "function fail(res, options, message) { const code = options.status; res.status(code).json({ message }); }",
    ],
    [
      "with the status in options whose name begins as an error's",
      'fail(res, { status: 409 }, "Sold out");',
      "function fail(res, errorOptions, message) { res.status(errorOptions.status).json({ message }); }",
    ],
    [
      "with the status in options whose name ends as an error's",
      'fail(res, { status: 409 }, "Sold out");',
      "function fail(res, ofError, message) { res.status(ofError.status).json({ message }); }",
    ],
    [
      "with the status in an option with a number in its name",
      'fail(res, { status2: 409 }, "Sold out");',
      `function fail(res, { status2: status }, message) { ${SENDS} }`,
    ],
    [
      "with the status in options under another name",
      'fail(res, { code: 409 }, "Sold out");',
      `function fail(res, { code: status }, message) { ${SENDS} }`,
    ],
    [
      "with the status in options of options",
      'fail(res, { status: 409 }, "Sold out");',
      `function fail(res, options, message) { const { status } = options; ${SENDS} }`,
    ],
    [
      "with the sentence in options",
      'fail(res, 409, { text: "Sold out" });',
      "function fail(res, status, options) { res.status(status).json({ message: options.text }); }",
    ],
    [
      "with the usual status of options",
      'fail(res, {}, "Sold out");',
      `function fail(res, { status = 409 }, message) { ${SENDS} }`,
    ],
    [
      "with the usual status of no options",
      'fail("Sold out", res);',
      "function fail(message, res, { status } = { status: 409 }) { res.status(status ?? 409).json({ message }); }",
    ],
    [
      "with the status and a text in options",
      'fail(res, { status: 409, text: "Sold out" });',
      "function fail(res, options) { res.status(options.status).json({ message: options.text }); }",
    ],
    [
      "with the helper's own sentence beside the status",
      "fail(res, 409);",
      'function fail(res, error) { res.status(error).json({ error, message: "Sold out" }); }',
    ],
    ["with the usual sentence", "fail(res, 409);", `function fail(res, status, message = "Sold out") { ${SENDS} }`],
    [
      "with a sentence for want of another",
      "fail(res, 409);",
      'function fail(res, status, message) { res.status(status).json(message || "Sold out"); }',
    ],
    [
      "with a status for want of another",
      'fail(res, "Sold out");',
      "function fail(res, message, status) { res.status(status || 409).json({ message }); }",
    ],
    [
      "with the helper's own sentence",
      "fail(res, 409);",
      'function fail(res, status) { res.status(status).json({ message: "Sold out" }); }',
    ],
    [
      "with a sentence that the helper looks up",
      SOLD,
      "function fail(res, status, key) { res.status(status).json(table[key]); }",
    ],
  ])("%s", (_how, call, helper) => {
    const name = helper.startsWith("#") ? "#fail" : "fail";
    expect(inFile(`${call}\n${helper}`)).toEqual([`1 409 Sold out Through \`${name}\`.`]);
  });

  test("without a sentence if the call passes one that is only known at run time", () => {
    expect(inFile(`fail(res, 409, one + other);\n${FAIL}`)).toEqual(["1 409 undefined Through `fail`."]);
  });

  test.each([
    ..."message msg error err errors errorMessage text detail details reason description title".split(" "),
    ..."body data payload MESSAGE".split(" "),
  ])("with the sentence in an argument that is called %s", (name) => {
    const text = `taken(res, "Sold out");\nfunction taken(res, ${name}) { res.status(409).json({ a: ${name} }); }`;
    expect(inFile(text)).toEqual(["1 409 Sold out Through `taken`."]);
  });

  test.each(["note", "messages", "mymessage", "texts", "id"])("but not in one that is called %s", (name) => {
    const text = `taken(res, "Sold out");\nfunction taken(res, ${name}) { res.status(409).json({ a: ${name} }); }`;
    expect(inFile(text)).toEqual(["2 409 undefined undefined"]);
  });
});

test("of two errors in a helper, a call makes the first", () => {
  const helper =
    "function fail(res, message) { if (a) res.status(409).json({ message });\nelse res.status(410).json({ message }); }";
  expect(inFile(`fail(res, "Sold out");\n${helper}`)).toEqual([
    "1 409 Sold out Through `fail`.",
    "3 410 undefined undefined",
  ]);
});

test("what an error carries is not what a call chooses", () => {
  const helper = "function fail(res, error, message) { res.status(error.status).json({ message }); }";
  expect(inFile(`fail(res, { status: 409 }, "Sold out");\n${helper}`)).toEqual([
    "2 undefined undefined The status is known only at run time.",
  ]);
});

test("a helper has its class in its name if another class has a method of that name", () => {
  const classes = `class A { static ${METHOD} }\nclass B { static fail() {} }`;
  expect(inFile(`A.${SOLD}\n${classes}`)).toEqual(["1 409 Sold out Through `A.fail`."]);
  expect(
    errorsIn({
      "a.ts": `import { A } from "./b.js";\nA.${SOLD}`,
      "b.ts": `export ${classes.replace("\n", "\nexport ")}`,
    }),
  ).toEqual(["a.ts:2 409 Sold out Through `A.fail`."]);
  expect(inFile(`B.${SOLD}\n${classes}`)).toEqual([]);
});

describe("a helper of another file is found", () => {
  test.each<readonly [how: string, load: string, called: string, helper: string]>([
    ["by its name", 'import { fail } from "./b.js";', "fail", `export ${FAIL}`],
    ["by another name", 'import { fail as f } from "./b.js";', "f", `export ${FAIL}`],
    ["by its module", 'import * as b from "./b.js";', "b.fail", `export ${FAIL}`],
    ["by its module, with require", 'const b = require("./b");', "b.fail", `exports.fail = ${FAIL}`],
    ["by require and its name", 'const fail = require("./b").fail;', "fail", `exports.fail = ${FAIL}`],
    ["by import()", 'const { fail } = await import("./b.js");', "fail", `export ${FAIL}`],
    ["by import =", 'import b = require("./b");', "b.fail", `exports.fail = ${FAIL}`],
    ["as the default export", 'import fail from "./b.js";', "fail", `export default ${FAIL}`],
    ["in the default export", 'import b from "./b.js";', "b.fail", `const b = { fail: ${FAIL} };\nexport default b;`],
    ["in a class", 'import { Api } from "./b.js";', "Api.fail", `export class Api { static ${METHOD} }`],
    [
      "in a class, by another name",
      'import { Api as A } from "./b.js";',
      "A.fail",
      `export class Api { static ${METHOD} }`,
    ],
    ["behind a file that renames it", 'import { conflict } from "./c.js";', "conflict", `export ${FAIL}`],
    [
      "in the default export that a file passes on",
      'import b from "./c.js";',
      "b.fail",
      `const b = { fail: ${FAIL} };\nexport default b;`,
    ],
  ])("%s", (_how, load, called, helper) => {
    const files = { "a.ts": `${load}\n${called}(res, 409, "Sold out");`, "b.ts": helper };
    const passedOn = 'export { fail as conflict, default } from "./b.js";';
    expect(errorsIn({ ...files, "c.ts": passedOn })).toEqual(["a.ts:2 409 Sold out Through `fail`."]);
  });

  test.each<readonly [what: string, call: string]>([
    ["of a library", `import { fail } from "b";\n${SOLD}`],
    ["of a file that is not there", `import { fail } from "./c.js";\n${SOLD}`],
    ["under another name", 'import { other } from "./b.js";\nother(res, 409, "Sold out");'],
    ["of a file that is not imported", SOLD],
    ["of a value with the same name", `other.${SOLD}`],
  ])("but not one %s", (_what, call) => {
    expect(errorsIn({ "a.ts": call, "b.ts": `export ${FAIL}` })).toEqual([]);
  });

  test("with the usual sentence of its own file", () => {
    const files = {
      "a.ts": 'import { fail } from "./b.js";\nconst USUAL = "Sold";\nfail(res, 409);\nfail(res, 409, USUAL);',
      "b.ts":
        'const USUAL = "Sold out";\nexport function fail(res, status, message = USUAL) { res.status(status).json({ message }); }',
    };
    expect(errorsIn(files)).toEqual(["a.ts:3 409 Sold out Through `fail`.", "a.ts:4 409 Sold Through `fail`."]);
  });
});

describe("a constant that is a default", () => {
  const helper =
    "const USUAL = 409;\nexport function fail(res, message, status = USUAL) { res.status(status).json({ message }); }";
  const call = 'import { fail } from "./b.js";\n';

  test.each<readonly [what: string, text: string, error: string]>([
    ["is read where the helper is", "fail(res, 'Sold out');", "a.ts:2 409 Sold out Through `fail`."],
    [
      "is not the caller's constant of that name",
      "const USUAL = 410;\nfail(res, 'Sold out');",
      "a.ts:3 409 Sold out Through `fail`.",
    ],
    ["is not needed", "const GONE = 410;\nfail(res, 'Gone', GONE);", "a.ts:3 410 Gone Through `fail`."],
  ])("%s", (_, text, error) => {
    expect(errorsIn({ "a.ts": call + text, "b.ts": helper })).toEqual([error]);
  });

  test("does not make an error of a call with the status of a success", () => {
    expect(errorsIn({ "a.ts": `${call}fail(res, "Sold", 200);`, "b.ts": helper })).toEqual([]);
  });
});

describe("no error is a call", () => {
  test.each<readonly [what: string, call: string, helper: string]>([
    ["of a helper with a success", 'fail(res, 200, "Done");', FAIL],
    ["of a helper with an unknown status", 'fail(res, status, "Done");', FAIL],
    ["of a helper without a status", "fail(res);", FAIL],
    ["that passes on the status alone", "fail(409);", "function fail(status) { res.status(status).end(); }"],
    ["with new", `new ${SOLD}`, FAIL],
    ["of another object's method", `other.${SOLD}`, FAIL],
    ["of a method of a field of this", `this.api.${SOLD}`, FAIL],
    [
      "of a class, as a function",
      'Gone("Sold out");',
      "class Gone extends Response { constructor(message, status) { super(message, { status }); } }",
    ],
    [
      "with a status that is not of its options",
      'fail(res, { status: 409 }, "Sold out");',
      "function fail(res, options, message) { res.status(other.status).json({ message }); }",
    ],
    [
      "with a status that is two options deep",
      'fail(res, { a: 409, status: 409 }, "Sold out");',
      "function fail(res, options, message) { res.status(options.a.status).json({ message }); }",
    ],
    [
      "with a status that is in an option of an option",
      'fail(res, { a: 409, status: 409 }, "Sold out");',
      "function fail(res, { a }, message) { res.status(a.status).json({ message }); }",
    ],
    [
      "with four variables for the status",
      SOLD,
      "function fail(res, status, message) { const a = status; const b = a; const c = b; const d = c; res.status(d).json({ message }); }",
    ],
    [
      "with a status that is two options deep in a pattern",
      'fail(res, { a: 409, status: 409 }, "Sold out");',
      `function fail(res, { a: { status } }, message) { ${SENDS} }`,
    ],
    [
      "with a status that is in an option of options in a variable",
      'fail(res, { a: 409, status: 409 }, "Sold out");',
      `function fail(res, { a }, message) { const { status } = a; ${SENDS} }`,
    ],
    ["with a status in a list", 'fail(res, [409], "Sold out");', `function fail(res, [status], message) { ${SENDS} }`],
    [
      "with a status that an inner function gets",
      'fail(409, "Sold out");',
      `function fail(res, message) { later((status) => { ${SENDS} }); }`,
    ],
    [
      "with a status in a variable that is set later",
      SOLD,
      "function fail(res, status, message) { let code; code = status; res.status(code).json({ message }); }",
    ],
    [
      "with a status in a property of a variable",
      SOLD,
      "function fail(res, status, message) { const all = status; res.status(all.code).json({ message }); }",
    ],
    [
      "with a status that the helper looks up",
      SOLD,
      `function fail(res, code, message) { const { status } = load(code); ${SENDS} }`,
    ],
    ["of a helper that takes a rest", SOLD, "function fail(res, ...status) { res.status(status).end(); }"],
    [
      "with options that are only known at run time",
      'fail(res, options, "Sold out");',
      `function fail(res, { status }, message) { ${SENDS} }`,
    ],
  ])("%s", (_what, call, helper) => {
    expect(inFile(`${call}\n${helper}`)).toEqual([]);
  });
});

describe("a status that may be another one is not named:", () => {
  const OPEN = "function fail(res, message) { res.status(cause.status || 500).json({ message }); }";
  test.each<readonly [what: string, call: string, helper: string]>([
    [
      "an argument with a usual one",
      'fail(res, "Sold out", status);',
      `function fail(res, message, status = 409) { ${SENDS} }`,
    ],
    ["an argument with one for want of it", 'fail(res, status || 409, "Sold out");', FAIL],
    [
      "one in unknown options with a usual one",
      'fail(res, options, "Sold out");',
      `function fail(res, { status = 409 }, message) { ${SENDS} }`,
    ],
    ["the helper's own", 'fail(res, "Sold out");', OPEN],
    [
      "that of a helper of the helper",
      'fail(res, "Sold out");',
      `const fail = (res, message) => answer(res, message);\n${OPEN.replace("fail", "answer")}`,
    ],
  ])("%s", (_what, call, helper) => {
    expect(inFile(`${call}\n${helper}`)).toEqual([
      "1 undefined Sold out Through `fail`. The status is known only at run time.",
    ]);
  });

  test("for an exception, without a word", () => {
    const text = `${NEST}\nfail(cause.status || 409, "Sold out");\nfunction fail(status, message) { throw new HttpException(message, status); }`;
    expect(inFile(text)).toEqual(["2 undefined Sold out Through `fail`."]);
  });
});

describe("a class of responses is a helper", () => {
  test.each<readonly [what: string, made: string, definition: string]>([
    [
      "with a status and a sentence of its own",
      "SoldOut()",
      'constructor() { const init = { status: 409 }; super(JSON.stringify({ message: "Sold out" }), init); }',
    ],
    ["with arguments", 'SoldOut("Sold out")', "constructor(message, status = 409) { super(message, { status }); }"],
    [
      "that passes its options on",
      'SoldOut({ message: "Sold out" }, { status: 409 }); new SoldOut({}, { status: 200 })',
      "constructor(body, init = {}) { super(JSON.stringify(body), init); }",
    ],
    [
      "that is called like a common one",
      'HttpResponse({ message: "Sold out" }, { status: 409 })',
      "constructor(body, init) { super(JSON.stringify(body), init); }",
    ],
  ])("%s", (_what, made, definition) => {
    const name = made.replace(/\(.*/, "");
    const text = `return new ${made};\nclass ${name} extends Response { ${definition} }`;
    expect(inFile(text)).toEqual([`1 409 Sold out Through \`${name}\`.`]);
  });

  const classesIn = (body: string) => {
    const text = `new Gone("a", { status: 410 });\nclass Gone extends Response { ${body} }`;
    return scanSources([{ file: "a.ts", text }], "acme").findings.filter(({ kind }) => kind === "class");
  };

  test("and is listed, unless it takes any status", () => {
    const note = "`Gone` extends `Response` and has no field of its own.";
    expect(classesIn('constructor() { super("Gone", { status: 410 }); }')).toMatchObject([{ note }]);
    expect(classesIn("constructor(body, init) { super(JSON.stringify(body), init); }")).toEqual([]);
  });
});

describe("helpers that call each other", () => {
  const layer = (name: string, inner: string) => `function ${name}(res, message) { ${inner}(res, message); }`;

  test("are followed with the status that one passes", () => {
    const text = `taken(res, "Sold out");\nfunction taken(res, message) { fail(res, 409, message); }\n${FAIL}`;
    expect(inFile(text)).toEqual(["1 409 Sold out Through `taken`."]);
  });

  test("are followed three deep", () => {
    const text = `three(res, "Sold out");\n${layer("three", "two")}\n${layer("two", "conflict")}\n${CONFLICT}`;
    expect(inFile(text)).toEqual(["1 409 Sold out Through `three`."]);
  });

  test("are not followed four deep", () => {
    const text = `four(res, "Sold out");\n${layer("four", "three")}\n${layer("three", "two")}\n${layer("two", "conflict")}\n${CONFLICT}`;
    expect(inFile(text)).toEqual(["2 409 undefined Through `three`."]);
  });

  test("count where one is called with a sentence of its own", () => {
    const text = `two(res, "Sold out");\nconflict(res, "Taken");\n${layer("two", "conflict")}\n${CONFLICT}`;
    expect(inFile(text)).toEqual(["1 409 Sold out Through `two`.", "2 409 Taken Through `conflict`."]);
  });
});

describe("a Response that a helper makes", () => {
  const refuse = "function refuse(message) { return new Response(message, { status: 409 }); }";

  test.each([
    "return refuse('Sold out');",
    "const a = refuse('Sold out');",
    "send(refuse('Sold out'));",
    "return await refuse('Sold out');",
  ])("counts if it is used: %s", (call) => {
    expect(inFile(`${call}\n${refuse}`)).toEqual(["1 409 Sold out Through `refuse`."]);
  });

  test.each(["refuse('Sold out');", "await refuse('Sold out');", "refuse('Sold out', 1);"])(
    "does not count if it is not: %s",
    (call) => {
      expect(inFile(`${call}\n${refuse}`)).toEqual(["2 409 undefined undefined"]);
    },
  );

  test.each<readonly [how: string, call: string, init: string, used: string]>([
    ["an init", 'refuse("Sold out", { status: 409 })', "init", "init"],
    ["a spread init", 'refuse("Sold out", { status: 409 })', "init", "{ ...init }"],
    ["the usual init", 'refuse("Sold out")', "init = { status: 409 }", "init"],
  ])("has the status of %s", (_how, call, init, used) => {
    const text = `return ${call};\nfunction refuse(message, ${init}) { return new Response(message, ${used}); }`;
    expect(inFile(text)).toEqual(["1 409 Sold out Through `refuse`."]);
  });

  test("has no status of an init in options", () => {
    const text =
      'return refuse("Sold out", { status: 409, init: {} });\nfunction refuse(message, { init }) { return new Response(message, init); }';
    expect(inFile(text)).toEqual([]);
  });

  test("has no status of an init that is not its own", () => {
    const text =
      'return refuse("Sold out", { status: 409 });\nfunction refuse(message) { return new Response(message, init); }';
    expect(inFile(text)).toEqual([]);
  });
});

describe("a function takes the options of an exception:", () => {
  const CLASS =
    "class Failure extends Error { constructor({ message, statusCode }) { super(message); this.statusCode = statusCode; } }";
  const FAILURE = "const failure = (options) => new Failure(options);";
  const MADE = 'failure({ code: "sold_out", message: "Sold out", statusCode: 409 });';

  test.each<readonly [how: string, call: string, helper: string]>([
    ["whole", MADE, FAILURE],
    ["in a return", MADE, "function failure(options) { return new Failure(options); }"],
    ["in a throw", MADE, "function failure(options) { throw new Failure(options); }"],
    ["with others", MADE, "const failure = (options) => new Failure({ isOwn: true, ...options });"],
    ["with others first", MADE, "const failure = (options) => new Failure({ ...usual, ...options });"],
    ["of a library", MADE, 'import { createError } from "h3"; const failure = (options) => createError(options);'],
    ["with a status of the other name", MADE.replace("statusCode", "status"), FAILURE],
    ["that are usual", "failure();", FAILURE.replace("options", `options = ${MADE.slice(8, -2)}`)],
    ["through another function", MADE, `${FAILURE.replace("failure", "inner")} const failure = (all) => inner(all);`],
    [
      "for a function that makes it",
      MADE,
      "const failure = (options) => (more) => new Failure({ ...options, ...more });",
    ],
    [
      "for a function that makes it, in returns",
      MADE,
      "function failure(options) { return function (more = {}) { return new Failure({ ...options, ...more }); }; }",
    ],
    [
      "for a function that makes it through another one",
      MADE,
      `${FAILURE.replace("failure", "inner")} const failure = (options) => { return (more) => { return inner({ ...options, ...more }); }; };`,
    ],
    [
      "one by one, for a function that makes it",
      'failure(409, "Sold out");',
      "const failure = (statusCode, message) => () => new Failure({ message, statusCode });",
    ],
  ])("%s", (_how, call, helper) => {
    expect(inFile(`${call}\n${CLASS}\n${helper}`)).toEqual(["1 409 Sold out Through `failure`."]);
  });

  test("and is called like one of a library", () => {
    const text = `throw ${MADE}\n${CLASS}\n${FAILURE}`.replaceAll("failure", "createError");
    expect(inFile(text)).toEqual(["1 409 Sold out Through `createError`."]);
  });

  test("in another file", () => {
    const files = {
      "a.ts": `import { failure } from "./b.js";\nexport const soldOut = ${MADE}`,
      "b.ts": `${CLASS}\nexport ${FAILURE.replace("=> new", "=> () => new")}`,
    };
    expect(errorsIn(files)).toEqual(["a.ts:2 409 Sold out Through `failure`."]);
  });

  test.each<readonly [what: string, call: string, helper: string]>([
    ["without a status", 'failure({ message: "Sold out" });', FAILURE],
    ["with the status of a success", 'failure({ message: "Sold", statusCode: 200 });', FAILURE],
    ["that are only known at run time", "failure(options);", FAILURE],
    [
      "that are deeper",
      'failure({ statusCode: 410, a: { message: "Sold out", statusCode: 409 } });',
      FAILURE.replace("(options);", "(options.a);"),
    ],
    ["that another function gets", MADE, "const failure = (options) => later(() => new Failure(options));"],
    [
      "that it only may return",
      MADE,
      "const failure = (options) => { if (a) return 1; return () => new Failure(options); };",
    ],
  ])("but not those %s", (_what, call, helper) => {
    expect(inFile(`${call}\n${CLASS}\n${helper}`)).toEqual(["3 undefined undefined undefined"]);
  });
});

describe("a function makes an exception and nothing else:", () => {
  test.each<readonly [how: string, helper: string]>([
    ["as an expression", "const taken = (message) => new ConflictException(message);"],
    ["as an expression with its type", "const taken = (message) => new ConflictException(message) as Error;"],
    ["in a return", "function taken(message) { return new ConflictException(message); }"],
    ["in a throw", "function taken(message) { throw new ConflictException(message); }"],
    ["in a throw, after a call", "function taken(message) { count(); throw new ConflictException(message); }"],
    ["in a throw, after a variable", "function taken(message) { const a = 1; throw new ConflictException(message); }"],
    ["in a throw, with its type", "function taken(message) { throw new ConflictException(message) as Error; }"],
    ["by a variable", "function taken(message) { const made = new ConflictException(message); return made; }"],
    ["by a variable that it throws", "function taken(message) { const a = new ConflictException(message); throw a; }"],
    [
      "by an error that gets a status",
      "function taken(message) { const a = new Error(message); a.status = 409; return a; }",
    ],
    ["by Object.assign", "function taken(message) { return Object.assign(new Error(message), { statusCode: 409 }); }"],
    ["on a condition", "function taken(message) { if (isOpen) throw new ConflictException(message); }"],
    ["on a condition, in a block", "function taken(message) { if (isOpen) { throw new ConflictException(message); } }"],
  ])("%s", (_how, helper) => {
    expect(inFile(`${NEST}\ntaken("Sold out");\n${helper}`)).toEqual(["2 409 Sold out Through `taken`."]);
  });

  test.each<readonly [how: string, helper: string]>([
    ["in another expression", "const taken = (message) => f(new ConflictException(message));"],
    ["in another call", "function taken(message) { return f(new ConflictException(message)); }"],
    ["with another end", "function taken(message) { const made = new ConflictException(message); }"],
    ["with another result", "function taken(message) { const made = new ConflictException(message); return other; }"],
    ["without a result", "function taken(message) { f(new ConflictException(message)); return; }"],
    ["after a loop", "function taken(message) { for (const a of all) f(a); throw new ConflictException(message); }"],
    ["after a call on a condition", "function taken(message) { if (a) f(); throw new ConflictException(message); }"],
    ["after another condition", "function taken(message) { if (a) return 1; throw new ConflictException(message); }"],
    ["or something else", "function taken(message) { if (a) { throw new ConflictException(message); } else { f(); } }"],
    [
      "in a constructor",
      "class A { constructor(message) { throw new ConflictException(message); } }\nfunction taken() {}",
    ],
    ["in an inner function", "function taken(message) { later(() => { throw new ConflictException(message); }); }"],
    ["with a sentence of another name", "function taken(what) { throw new HttpException(what, 409); }"],
  ])("but not %s", (_how, helper) => {
    expect(inFile(`${NEST}\ntaken("Sold out");\n${helper}`)).toEqual(["3 409 undefined undefined"]);
  });

  test("but not in a constructor, of which an error comes when it is called", () => {
    const text = `${NEST}\nnew A("Sold out");\nclass A { constructor(message) { throw new ConflictException(message); } }`;
    expect(inFile(text)).toEqual(["3 409 undefined undefined"]);
  });
});
