import { describe, expect, test } from "vitest";
import { withDependencies } from "./manifest.ts";
import { readManifest } from "./project.ts";

const withCore = (text: string, ...names: readonly string[]) =>
  withDependencies(readManifest(text), "dependencies", names.length === 0 ? ["core"] : names, "^1.0.0");

describe("a dependency is added to package.json", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    [
      "after the others",
      '{\n  "dependencies": {\n    "a": "1"\n  }\n}\n',
      '{\n  "dependencies": {\n    "a": "1",\n    "core": "^1.0.0"\n  }\n}\n',
    ],
    [
      "in the file's indentation",
      '{\n\t"dependencies": {\n\t\t"a": "1"\n\t}\n}\n',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"core": "^1.0.0"\n\t}\n}\n',
    ],
    [
      "with the file's line breaks",
      '{\r\n  "dependencies": {\r\n    "a": "1"\r\n  }\r\n}\r\n',
      '{\r\n  "dependencies": {\r\n    "a": "1",\r\n    "core": "^1.0.0"\r\n  }\r\n}\r\n',
    ],
    ["to an empty object", '{\n  "dependencies": {}\n}\n', '{\n  "dependencies": {\n    "core": "^1.0.0"\n  }\n}\n'],
    [
      "to an empty object of two lines",
      '{\n  "dependencies": {\n  }\n}\n',
      '{\n  "dependencies": {\n    "core": "^1.0.0"\n  }\n}\n',
    ],
    ["on one line", '{"dependencies":{"a":"1"}}', '{"dependencies":{"a":"1","core": "^1.0.0"}}'],
    [
      "on one line, after others",
      '{"dependencies":{"a":"1","b":"2"}}',
      '{"dependencies":{"a":"1","b":"2","core": "^1.0.0"}}',
    ],
    [
      "on one line with spaces in the braces",
      '{ "dependencies": { "a": "1" } }',
      '{ "dependencies": { "a": "1", "core": "^1.0.0" } }',
    ],
    [
      "on one line with spaces after the commas",
      '{"dependencies": {"a": "1", "b": "2"}}',
      '{"dependencies": {"a": "1", "b": "2", "core": "^1.0.0"}}',
    ],
    [
      "to an object on one line of several",
      '{\n  "name": "a",\n  "dependencies": { "a": "1" }\n}\n',
      '{\n  "name": "a",\n  "dependencies": { "a": "1", "core": "^1.0.0" }\n}\n',
    ],
    [
      "with the field, if there is none",
      '{\n  "name": "a"\n}\n',
      '{\n  "name": "a",\n  "dependencies": {\n    "core": "^1.0.0"\n  }\n}\n',
    ],
    ["to an empty file", "{}\n", '{\n  "dependencies": {\n    "core": "^1.0.0"\n  }\n}\n'],
    [
      "which development has, with its range",
      '{\n  "dependencies": {},\n  "devDependencies": {\n    "core": "^0.9.0"\n  }\n}\n',
      '{\n  "dependencies": {\n    "core": "^0.9.0"\n  },\n  "devDependencies": {}\n}\n',
    ],
    [
      "which development has between others",
      '{\n  "dependencies": {},\n  "devDependencies": {\n    "a": "1",\n    "core": "2",\n    "z": "3"\n  }\n}\n',
      '{\n  "dependencies": {\n    "core": "2"\n  },\n  "devDependencies": {\n    "a": "1",\n    "z": "3"\n  }\n}\n',
    ],
    [
      "which development has as the last one",
      '{\n  "dependencies": {},\n  "devDependencies": {\n    "a": "1",\n    "core": "2"\n  }\n}\n',
      '{\n  "dependencies": {\n    "core": "2"\n  },\n  "devDependencies": {\n    "a": "1"\n  }\n}\n',
    ],
    [
      "beside names that every object has",
      '{ "__proto__": 1, "dependencies": { "constructor": "1", "__proto__": "2" } }',
      '{ "__proto__": 1, "dependencies": { "constructor": "1", "__proto__": "2", "core": "^1.0.0" } }',
    ],
    ["which is there already", '{ "dependencies": { "core": "1" } }', '{ "dependencies": { "core": "1" } }'],
    ["which a peer is already", '{ "peerDependencies": { "core": "1" } }', '{ "peerDependencies": { "core": "1" } }'],
    [
      "which a peer and development are already",
      '{ "peerDependencies": { "core": "1" }, "devDependencies": { "core": "2" } }',
      '{ "peerDependencies": { "core": "1" }, "devDependencies": { "core": "2" } }',
    ],
    [
      "which is there twice already",
      '{ "dependencies": { "core": "1" }, "devDependencies": { "core": "2" } }',
      '{ "dependencies": { "core": "1" }, "devDependencies": { "core": "2" } }',
    ],
  ])("%s", (_what, before, after) => {
    expect(withCore(before)).toBe(after);
  });

  test("with others, each on a line", () => {
    const after = '{\n  "dependencies": {\n    "b": "^1.0.0",\n    "a": "^1.0.0"\n  }\n}\n';
    expect(withCore("{}\n", "b", "a")).toBe(after);
  });

  test("with others, which development has", () => {
    const before = '{ "dependencies": { "c": "1" }, "devDependencies": { "a": "1", "d": "1", "b": "2" } }';
    const after = '{ "dependencies": { "c": "1", "a": "1", "b": "2" }, "devDependencies": { "d": "1" } }';
    expect(withCore(before, "a", "b")).toBe(after);
  });

  test("alone, where others are there", () => {
    expect(withCore('{ "dependencies": { "a": "1" } }', "a", "b")).toBe(
      '{ "dependencies": { "a": "1", "b": "^1.0.0" } }',
    );
  });
});

test.each<readonly [before: string, after: string]>([
  ["{}\n", '{\n  "devDependencies": {\n    "testing": "^1.0.0"\n  }\n}\n'],
  ['{ "devDependencies": { "a": "1" } }', '{ "devDependencies": { "a": "1", "testing": "^1.0.0" } }'],
  ['{ "devDependencies": { "testing": "1", "z": "1" } }', '{ "devDependencies": { "testing": "1", "z": "1" } }'],
])("a dependency of development is added to %j", (before, after) => {
  expect(withDependencies(readManifest(before), "devDependencies", ["testing"], "^1.0.0")).toBe(after);
});
