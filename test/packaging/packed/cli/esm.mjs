import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { main } from "@uhp-errors/cli";

const explained = execFileSync(process.execPath, ["node_modules/.bin/uhp-errors", "explain", "session_busy"]);
assert.match(String(explained), /409/);

const catalog = 'import { defineCatalog } from "@uhp-errors/core"; export default defineCatalog({ vendor: "acme" });';
writeFileSync("catalog.mjs", catalog);
const checked = spawnSync(process.execPath, ["node_modules/.bin/uhp-errors", "check-catalog", "catalog.mjs"]);
assert.equal(checked.status, 0, String(checked.stderr));

let out = "";
const add = (text) => {
  out += text;
};
const terminal = { out: add, err: add, isInteractive: false, showsProgress: false, env: {} };
assert.equal(await main(["check", "http://192.0.2.1"], terminal), 2);
assert.match(out, /another machine/);
