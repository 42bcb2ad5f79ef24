import { acme } from "../../support/catalog.ts";
import { type Case, throwing } from "./case.ts";

const handler = throwing(() => acme.error("environment_busy"));

function refused(id: string, title: string, value: string | string[], extra: Partial<Case> = {}): Case {
  return {
    id: `version.refused.${id}`,
    clauses: ["VER-3"],
    title,
    handler,
    request: { path: "/case", headers: { "UHP-Version": value } },
    expect: {
      status: 400,
      code: "unsupported_protocol_version",
      type: "invalid_request_error",
      param: null,
      detail: { supported: ["2026-10-04", "2026-09-12"] },
      headers: { "uhp-version": "2026-10-04" },
    },
    ...extra,
  };
}

const [OLD, NEW] = ["2026-09-12", "2026-10-04"] as const;

const asking = (version: string) => ({ headers: { "UHP-Version": version } });

function answered(
  id: string,
  clauses: Case["clauses"],
  title: string,
  version: typeof OLD | typeof NEW,
  more: Pick<Case, "request" | "options"> = {},
): Case {
  const code = version === OLD ? "acme_environment_busy" : "environment_busy";
  const expect = { status: 409, code, headers: { "uhp-version": version } };
  return { id: `version.${id}`, clauses, title, handler, expect, ...more };
}

export const VERSION_CASES: readonly Case[] = [
  refused("unknown", "an unknown version", "1999-01-01"),
  refused("garbage", "a value that is no date", "latest"),
  refused("prefix", "a known version followed by more", "2026-10-04x"),
  refused("list", "a list, even of equal versions", "2026-10-04, 2026-10-04"),
  refused("two-lines", "two lines, even when equal", ["2026-10-04", "2026-10-04"]),
  refused("two-blank-lines", "two lines, even when blank", ["", ""]),
  refused("reflected", "the value is not shown again", "x-secret-value", {
    clauses: ["VER-3", "LEAK-2"],
    neverContains: ["x-secret-value"],
  }),
  refused("long", "a value of 4 kB", "9".repeat(4_096), { clauses: ["VER-3", "LEAK-2"], neverContains: ["99999"] }),
  refused("page", "a page of another origin can read why", "1999-01-01", {
    request: { path: "/case", headers: { "UHP-Version": "1999-01-01", Origin: "https://page.acme.example" } },
    expect: {
      status: 400,
      code: "unsupported_protocol_version",
      headers: {
        "access-control-allow-origin": "https://page.acme.example",
        "access-control-allow-credentials": "true",
        vary: "Origin",
      },
    },
  }),
  refused("no-route", "before routing", "1999-01-01", {
    request: { path: "/nowhere", headers: { "UHP-Version": "1999-01-01" } },
  }),
  refused("bad-body", "before the body is read", "1999-01-01", {
    request: {
      method: "POST",
      path: "/json",
      headers: { "UHP-Version": "1999-01-01", "Content-Type": "application/json" },
      body: "{",
    },
  }),
  answered("absent", ["VER-4"], "no header: the newest version", NEW),
  answered("blank", ["VER-4"], "a blank header counts as none", NEW, { request: asking("  ") }),
  answered("default", ["VER-4", "VER-5"], "the service's own default", OLD, { options: { defaultVersion: OLD } }),
  answered("white-space", ["VER-1"], "white space around the version is cut", OLD, { request: asking(` \t${OLD} \t`) }),
  {
    id: "version.subset.old",
    clauses: ["VER-7", "VER-3"],
    title: "a service that serves the old version alone refuses the new one",
    options: { versions: ["2026-09-12"] },
    handler,
    request: { headers: { "UHP-Version": "2026-10-04" } },
    expect: {
      status: 400,
      code: "unsupported_protocol_version",
      detail: { supported: ["2026-09-12"] },
      headers: { "uhp-version": "2026-09-12" },
    },
  },
  {
    id: "version.subset.new",
    clauses: ["VER-7"],
    title: "a service that serves the new version alone refuses the old one",
    options: { versions: ["2026-10-04"] },
    handler,
    request: { headers: { "UHP-Version": "2026-09-12" } },
    expect: { status: 400, code: "unsupported_protocol_version", detail: { supported: ["2026-10-04"] } },
  },
];
