import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { locateReadme, OWN_MANIFEST } from "./own-package.ts";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));

test("the manifest is the package's own", () => {
  expect(OWN_MANIFEST).toEqual(JSON.parse(readFileSync(resolve(FOLDER, "package.json"), "utf8")));
});

test.each<readonly [what: string, workingFolder: string, path: string]>([
  ["below the working directory", dirname(FOLDER), "cli/README.md"],
  ["elsewhere", resolve(FOLDER, "src"), resolve(FOLDER, "README.md")],
])("without an address, the README is the installed file: %s", (_what, workingFolder, path) => {
  expect(locateReadme({}, workingFolder)).toBe(path);
});

test.each(["git+https://repository.example/errors.git", "https://repository.example/errors"])(
  "with the address %s, the README is there",
  (url) => {
    const page = "https://repository.example/errors/tree/HEAD/packages/cli#readme";
    expect(locateReadme({ repository: { url, directory: "packages/cli" } })).toBe(page);
  },
);
