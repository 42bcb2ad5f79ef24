import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileOf, runCli } from "../../../../test/conformance-package/run-cli.ts";
import { change, EMPTY } from "../../../../test/support/adoption-summary.ts";

const ROUTE = { method: "GET", route: "/orders/:id", isPattern: true, count: 1, changes: [change()], notKept: 0 };
const ONE = { ...EMPTY, failures: 1, sameStatus: 1, routes: [ROUTE] };

describe("adoption shows a report", () => {
  test("as text", async () => {
    const { exit, out, err } = await runCli(["adoption", fileOf(ONE)]);
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toMatch(/^1 failure on 1 route: 1 keeps its status, 0 get another\./);
    expect(out).toContain("\nGET /orders/:id  (1 failure)\n");
  });

  test("as a page, in a file", async () => {
    const file = fileOf("", "adoption.html");
    const { exit, out } = await runCli(["adoption", fileOf(ONE), "--format", "html", "--output", file]);
    expect([exit, out]).toEqual([0, ""]);
    expect(readFileSync(file, "utf8")).toContain("<bdi>GET /orders/:id</bdi>");
  });
});

describe("a report that something else wrote", () => {
  const evil = "\u001b[31m\u202e<script>alert(1)</script>\u0007\u009b2J\r\n##[error]\"'&";
  const hostile = { ...ONE, routes: [{ ...ROUTE, method: evil, route: evil }], mistakes: [{ text: evil, count: 1 }] };

  test.each(["text", "html"])("leaves nothing in the %s that a terminal or a build log acts on", async (format) => {
    const { out } = await runCli(["adoption", fileOf(hostile), "--format", format]);
    expect(out).toContain("alert(1)");
    expect(out).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|##\[/u);
  });

  test("runs nothing as a page", async () => {
    const { out } = await runCli(["adoption", fileOf(hostile), "--format", "html"]);
    expect(out).toContain("&lt;script&gt;");
    expect(out).not.toContain("<script");
    expect(out).not.toMatch(/ (?:src|href|on\w+)=/);
  });

  const withRoute = (more: object) => ({ ...ONE, routes: [{ ...ROUTE, ...more }] });
  test.each<readonly [what: string, content: unknown]>([
    ["nothing", null],
    ["a list", []],
    ["no field", {}],
    ["a field too few", { ...ONE, exposesMessages: undefined }],
    ["a field of another type", { ...ONE, failures: "1" }],
    ["a list that is none", { ...ONE, routes: {} }],
    ["a route that is none", { ...ONE, routes: [7] }],
    ["a route's field of another type", withRoute({ route: 7 })],
    ["an unknown source", withRoute({ changes: [{ ...change(), source: "x" }] })],
    ["an unknown fate", withRoute({ changes: [{ ...change(), sentence: '"><script>' }] })],
    ["a name of every object as a fate", withRoute({ changes: [{ ...change(), sentence: "toString" }] })],
    ["a class that is a number", withRoute({ changes: [{ ...change(), thrown: 7 }] })],
    ["an unknown outcome", { ...ONE, otherReports: [{ outcome: "x", count: 1 }] }],
  ])("is refused with %s", async (_what, content) => {
    const { exit, out, err } = await runCli(["adoption", fileOf(content)]);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toContain("expected what `JSON.stringify(adoption.json())` wrote");
  });
});
