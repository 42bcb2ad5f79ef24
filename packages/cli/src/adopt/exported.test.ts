import { expect, test } from "vitest";
import { findExport } from "./exported.ts";
import { parseFiles, readManifest } from "./project.ts";

test.each<readonly [text: string, expected: "named" | "default" | undefined]>([
  ["export const app = 1;", "named"],
  ["export const other = 1, app = 2;", "named"],
  ["export class app {}", "named"],
  ["const app = 1; export { app };", "named"],
  ["const other = 1; export { other as app };", "named"],
  ["exports.app = 1;", "named"],
  ["module.exports.app = 1;", "named"],
  ["module.exports = { app };", "named"],
  ["module.exports = { other: 1, app: 2 };", "named"],
  ["export default app;", "default"],
  ["export default class app {}", "default"],
  ["module.exports = app;", "default"],
  ["const app = 1;", undefined],
  ["class app {}", undefined],
  ["export const { app } = other;", undefined],
  ["export const other = app;", undefined],
  ["export class other { app() {} }", undefined],
  ["const app = 1; export { app as other };", undefined],
  ["export { other };", undefined],
  ["export default other;", undefined],
  ["export default class {}", undefined],
  ["export default { app };", undefined],
  ["exports.app.x = 1;", undefined],
  ["my.exports.app = 1;", undefined],
  ["app = exports.app;", undefined],
  ["exports = { app };", undefined],
  ["module.exports = { other };", undefined],
  ["exports.app == 1;", undefined],
  ["module.exports = { ...app };", undefined],
  ["module.exports = { app() {} };", undefined],
  ["module.exports = other;", undefined],
  ["module.exports == app;", undefined],
  ["other.exports = app;", undefined],
])("%s exports `app` as %s", (text, expected) => {
  const [file] = parseFiles([{ file: "a.ts", text }], readManifest("{}"));
  expect(file && findExport(file, "app")).toBe(expected);
});
