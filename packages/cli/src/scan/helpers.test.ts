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

describe("a call of a helper is an error", () => {
  test.each<readonly [how: string, text: string]>([
    ["of a function", `fail(res, 409, "Sold out");\n${FAIL}`],
    ["of a function, in an optional chain", `fail?.(res, 409, "Sold out");\n${FAIL}`],
    [
      "of a function expression",
      'fail(res, 409, "Sold out");\nconst fail = function (res, status, message) { res.status(status).json({ message }); };',
    ],
    [
      "of a wrapped function",
      'fail(res, 409, "Sold out");\nconst fail = wrap((res, status, message) => res.status(status).json({ message }));',
    ],
    [
      "of a function in an inner one",
      'fail(res, 409, "Sold out");\nfunction fail(res, status, message) { later(() => res.status(status).json({ message })); }',
    ],
    ["of a method of a value", `get().fail(res, 409, "Sold out");\nclass A { ${FAIL.replace("function ", "")} }`],
    ["of a method of this", `this.fail(res, 409, "Sold out");\nclass A { ${FAIL.replace("function ", "")} }`],
    ["of an object's method", `api.fail(res, 409, "Sold out");\nconst api = { ${FAIL.replace("function ", "")} };`],
    ["of an object's function", `api.fail(res, 409, "Sold out");\nconst api = { fail: ${FAIL} };`],
    [
      "of an assigned function",
      `fail(res, 409, "Sold out");\nexports.fail = (res, status, message) => res.status(status).json({ message });`,
    ],
    [
      "of a private method",
      `class A { f() { this.#fail(res, 409, "Sold out"); }\n${FAIL.replace("function fail", "#fail")} }`,
    ],
    ["with a status that is a constant", `const TAKEN = 409; fail(res, TAKEN, "Sold out");\n${FAIL}`],
    ["with a named status", `fail(res, HttpStatus.CONFLICT, "Sold out");\n${FAIL}`],
    ["with a sentence that is a constant", `const TEXT = "Sold out"; fail(res, 409, TEXT);\n${FAIL}`],
    ["with a sentence in an object", `fail(res, 409, { message: "Sold out" });\n${FAIL}`],
    ["with a sentence by field", `fail(res, 409, { seat: "Sold out" });\n${FAIL}`],
    [
      "with a variable for the status",
      `fail(res, 409, "Sold out");\nfunction fail(res, status, message) { const code = status; res.status(code).json({ message }); }`,
    ],
    [
      "with a variable for the sentence",
      `fail(res, 409, "Sold out");\nfunction fail(res, status, message) { const text = message; res.status(status).json({ text }); }`,
    ],
    [
      "with three variables for the status",
      `fail(res, 409, "Sold out");\nfunction fail(res, status, message) { const a = status; const b = a; const c = b; res.status(c).json({ message }); }`,
    ],
    [
      "with the status in options",
      `fail(res, { status: 409 }, "Sold out");\nfunction fail(res, options, message) { res.status(options.status).json({ message }); }`,
    ],
    [
      "with the status in options under another name",
      `fail(res, { code: 409 }, "Sold out");\nfunction fail(res, { code: status }, message) { res.status(status).json({ message }); }`,
    ],
    [
      "with the status in options of options",
      `fail(res, { status: 409 }, "Sold out");\nfunction fail(res, options, message) { const { status } = options; res.status(status).json({ message }); }`,
    ],
    [
      "with the sentence in options",
      `fail(res, 409, { text: "Sold out" });\nfunction fail(res, status, options) { res.status(status).json({ message: options.text }); }`,
    ],
    [
      "with the usual status of options",
      `fail(res, {}, "Sold out");\nfunction fail(res, { status = 409 }, message) { res.status(status).json({ message }); }`,
    ],
    [
      "with the usual status of no options",
      `fail("Sold out", res);\nfunction fail(message, res, { status } = { status: 409 }) { res.status(status ?? 409).json({ message }); }`,
    ],
    [
      "with the usual sentence",
      `fail(res, 409);\nfunction fail(res, status, message = "Sold out") { res.status(status).json({ message }); }`,
    ],
    [
      "with a sentence for want of another",
      `fail(res, 409);\nfunction fail(res, status, message) { res.status(status).json(message || "Sold out"); }`,
    ],
    [
      "with a status for want of another",
      `fail(res, "Sold out");\nfunction fail(res, message, status) { res.status(status || 409).json({ message }); }`,
    ],
    [
      "with the helper's own sentence",
      `fail(res, 409);\nfunction fail(res, status) { res.status(status).json({ message: "Sold out" }); }`,
    ],
    [
      "with a sentence that the helper looks up",
      `fail(res, 409, "Sold out");\nfunction fail(res, status, key) { res.status(status).json(table[key]); }`,
    ],
  ])("%s", (_how, text) => {
    expect(inFile(text)).toEqual([`1 409 Sold out Through \`${text.includes("#fail") ? "#fail" : "fail"}\`.`]);
  });

  test.each([
    "message",
    "msg",
    "error",
    "err",
    "errors",
    "errorMessage",
    "text",
    "detail",
    "details",
    "reason",
    "description",
    "title",
    "body",
    "data",
    "payload",
    "MESSAGE",
  ])("with the sentence in an argument that is called %s", (name) => {
    const text = `taken(res, "Sold out");\nfunction taken(res, ${name}) { res.status(409).json({ a: ${name} }); }`;
    expect(inFile(text)).toEqual(["1 409 Sold out Through `taken`."]);
  });

  test.each(["note", "messages", "mymessage", "texts", "id"])("but not in one that is called %s", (name) => {
    const text = `taken(res, "Sold out");\nfunction taken(res, ${name}) { res.status(409).json({ a: ${name} }); }`;
    expect(inFile(text)).toEqual(["2 409 undefined undefined"]);
  });
});

test("a helper has its class in its name if another class has a method of that name", () => {
  const text = `A.fail(res, 409, "Sold out");\nclass A { static ${FAIL.replace("function ", "")} }\nclass B { static fail() {} }`;
  expect(inFile(text)).toEqual(["1 409 Sold out Through `A.fail`."]);
  expect(inFile(text.replace("A.fail", "B.fail"))).toEqual([]);
});

describe("a helper of another file is found", () => {
  test.each<readonly [how: string, call: string, helper: string]>([
    ["by its name", 'import { fail } from "./b.js";\nfail(res, 409, "Sold out");', `export ${FAIL}`],
    ["by another name", 'import { fail as f } from "./b.js";\nf(res, 409, "Sold out");', `export ${FAIL}`],
    ["by its module", 'import * as b from "./b.js";\nb.fail(res, 409, "Sold out");', `export ${FAIL}`],
    [
      "by its module, with require",
      'const b = require("./b");\nb.fail(res, 409, "Sold out");',
      `exports.fail = ${FAIL}`,
    ],
    [
      "by require and its name",
      'const fail = require("./b").fail;\nfail(res, 409, "Sold out");',
      `exports.fail = ${FAIL}`,
    ],
    ["by import()", 'const { fail } = await import("./b.js");\nfail(res, 409, "Sold out");', `export ${FAIL}`],
    ["by import =", 'import b = require("./b");\nb.fail(res, 409, "Sold out");', `exports.fail = ${FAIL}`],
    ["as the default export", 'import fail from "./b.js";\nfail(res, 409, "Sold out");', `export default ${FAIL}`],
    [
      "in the default export",
      'import b from "./b.js";\nb.fail(res, 409, "Sold out");',
      `const b = { fail: ${FAIL} };\nexport default b;`,
    ],
    [
      "in a class",
      'import { Api } from "./b.js";\nApi.fail(res, 409, "Sold out");',
      `export class Api { static ${FAIL.replace("function ", "")} }`,
    ],
    [
      "in a class under another name",
      'import { Api as A } from "./b.js";\nA.fail(res, 409, "Sold out");',
      `export class Api { static ${FAIL.replace("function ", "")} }`,
    ],
  ])("%s", (_how, call, helper) => {
    expect(errorsIn({ "a.ts": call, "b.ts": helper })).toEqual(["a.ts:2 409 Sold out Through `fail`."]);
  });

  test.each<readonly [what: string, call: string]>([
    ["of a library", 'import { fail } from "b";\nfail(res, 409, "Sold out");'],
    ["of a file that is not there", 'import { fail } from "./c.js";\nfail(res, 409, "Sold out");'],
    ["under another name", 'import { other } from "./b.js";\nother(res, 409, "Sold out");'],
    ["of a file that is not imported", 'fail(res, 409, "Sold out");'],
    ["of a value with the same name", 'other.fail(res, 409, "Sold out");'],
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
  test.each<readonly [what: string, text: string]>([
    ["of a helper with a success", `fail(res, 200, "Done");\n${FAIL}`],
    ["of a helper with an unknown status", `fail(res, status, "Done");\n${FAIL}`],
    ["of a helper without a status", `fail(res);\n${FAIL}`],
    ["that passes on the status alone", "fail(409);\nfunction fail(status) { res.status(status).end(); }"],
    ["with new", `new fail(res, 409, "Sold out");\n${FAIL}`],
    ["of another object's method", `other.fail(res, 409, "Sold out");\n${FAIL}`],
    ["of a method of a field of this", `this.api.fail(res, 409, "Sold out");\n${FAIL}`],
    [
      "of a class, as a function",
      'Gone("Sold out");\nclass Gone extends Response { constructor(message, status) { super(message, { status }); } }',
    ],
    [
      "with a status that is not of its options",
      'fail(res, { status: 409 }, "Sold out");\nfunction fail(res, options, message) { res.status(other.status).json({ message }); }',
    ],
    [
      "with a status that is two options deep",
      'fail(res, { a: { status: 409 } }, "Sold out");\nfunction fail(res, options, message) { res.status(options.a.status).json({ message }); }',
    ],
    [
      "with a status that is in an option of an option",
      'fail(res, { a: { status: 409 } }, "Sold out");\nfunction fail(res, { a }, message) { res.status(a.status).json({ message }); }',
    ],
    [
      "with four variables for the status",
      'fail(res, 409, "Sold out");\nfunction fail(res, status, message) { const a = status; const b = a; const c = b; const d = c; res.status(d).json({ message }); }',
    ],
    [
      "of a helper that takes a rest",
      'fail(res, 409, "Sold out");\nfunction fail(res, ...status) { res.status(status).end(); }',
    ],
    [
      "with options that are only known at run time",
      'fail(res, options, "Sold out");\nfunction fail(res, { status }, message) { res.status(status).json({ message }); }',
    ],
  ])("%s", (_what, text) => {
    expect(inFile(text)).toEqual([]);
  });
});

describe("a status that a call may change is not named:", () => {
  test.each<readonly [what: string, text: string]>([
    [
      "an argument with a usual one",
      'fail(res, "Sold out", status);\nfunction fail(res, message, status = 409) { res.status(status).json({ message }); }',
    ],
    ["an argument with one for want of it", `fail(res, status || 409, "Sold out");\n${FAIL}`],
  ])("%s", (_what, text) => {
    expect(inFile(text)).toEqual(["1 undefined Sold out Through `fail`. The status is known only at run time."]);
  });

  test("for an exception, without a word", () => {
    const text = `${NEST}\nfail(cause.status || 409, "Sold out");\nfunction fail(status, message) { throw new HttpException(message, status); }`;
    expect(inFile(text)).toEqual(["2 undefined Sold out Through `fail`."]);
  });
});

describe("helpers that call each other", () => {
  const layer = (name: string, inner: string) => `function ${name}(res, message) { ${inner}(res, message); }`;

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

  test.each<readonly [how: string, text: string]>([
    [
      "an init",
      'return refuse("Sold out", { status: 409 });\nfunction refuse(message, init) { return new Response(message, init); }',
    ],
    [
      "a spread init",
      'return refuse("Sold out", { status: 409 });\nfunction refuse(message, init) { return new Response(message, { ...init }); }',
    ],
    [
      "the usual init",
      'return refuse("Sold out");\nfunction refuse(message, init = { status: 409 }) { return new Response(message, init); }',
    ],
  ])("has the status of %s", (_how, text) => {
    expect(inFile(text)).toEqual(["1 409 Sold out Through `refuse`."]);
  });

  test("has no status of an init in options", () => {
    const text =
      'return refuse("Sold out", { init: { status: 409 } });\nfunction refuse(message, { init }) { return new Response(message, init); }';
    expect(inFile(text)).toEqual([]);
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
    [
      "by a variable that it throws",
      "function taken(message) { const made = new ConflictException(message); throw made; }",
    ],
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
    ["after another condition", "function taken(message) { if (a) return 1; throw new ConflictException(message); }"],
    ["or something else", "function taken(message) { if (a) { throw new ConflictException(message); } else { f(); } }"],
    [
      "in a constructor",
      "class A { constructor(message) { throw new ConflictException(message); } }\nfunction taken() {}",
    ],
    ["in an inner function", "function taken(message) { later(() => { throw new ConflictException(message); }); }"],
  ])("but not %s", (_how, helper) => {
    expect(inFile(`${NEST}\ntaken("Sold out");\n${helper}`)).toEqual(["3 409 undefined undefined"]);
  });
});
