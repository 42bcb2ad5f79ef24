import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { Server } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { expectEnvelope } from "../../support/envelope.ts";
import { send } from "../../support/http.ts";
import { type Block, blocksOf, HOME, pages } from "../docs-code/blocks.ts";
import { check } from "../docs-code/check.ts";

const PAGES = [...pages(), HOME];
const BLOCKS = PAGES.flatMap(blocksOf);
/** Test files run with their own runners, in test/testing/programs/documented.test.ts. */
const IS_TEST_FILE = /^import .* from "(?:vitest|@jest\/globals|node:test)";$/m;
/** getting-started.test.ts runs the programs of this page, and sends them the page's requests. */
const STARTED_ELSEWHERE = "docs/getting-started.md";
/** This wraps Node's `http`, so test/ecosystem/telemetry/setup.test.ts runs it in a separate process. */
const IS_SET_UP = /^registerInstrumentations\(/m;
/** Only the compiler knows this package, which stands for a company's own. */
const USES_OWN_PACKAGE = /from "@acme\/errors";$/m;
/** The whole programs of all other pages. */
const PROGRAMS = BLOCKS.filter(
  ({ page, prelude, code }) =>
    prelude === undefined &&
    page !== STARTED_ELSEWHERE &&
    ![IS_TEST_FILE, IS_SET_UP, USES_OWN_PACKAGE].some((pattern) => pattern.test(code)),
);

describe("the code in README and docs", () => {
  let misuses: readonly string[];
  beforeAll(() => {
    misuses = check(BLOCKS);
  }, 60_000);

  test.each(PAGES.filter((page) => blocksOf(page).length > 0))("%s compiles", (page) => {
    expect(misuses.filter((misuse) => misuse.startsWith(`${page}:`))).toEqual([]);
  });
});

/** Blocks with one mistake each, and what the check says about them. */
const WRONG: readonly (readonly [says: string, code: string, prelude: string | undefined, misuse: RegExp])[] = [
  ["a name that nothing declares", "install(app, contract);\n", undefined, /^:10: TS2304 .*'install'/],
  [
    "an export that does not exist",
    'import { covers } from "@uhp-errors/core";\nconsole.error(covers);\n',
    undefined,
    /^:10: TS2305 .*"@uhp-errors\/core".*'covers'/,
  ],
  ["a wrong argument, by its line", "install(app, contract);\n\ninstall(app, 1);\n", "express", /^:12: TS2345 /],
  ["a slip of syntax", "const = 1;\n", undefined, /^:10: TS1134 /],
  ["a prelude that does not exist", "app;\n", "nowhere", /^:10: there is no prelude "nowhere"/],
  ["a prelude that is not needed", "Math.max(1, 2);\n", "express", /^:10: needs nothing of the prelude "express"/],
];

describe("the check of the code in docs", () => {
  const block = (page: string, code: string, prelude?: string): Block => ({ page, line: 10, code, prelude });
  const shadowing = block("shadowing", "const contract = 1;\napp.set('n', contract.toFixed());\n", "express");
  let misuses: readonly string[];
  beforeAll(() => {
    misuses = check([...WRONG.map(([says, code, prelude]) => block(says, code, prelude)), shadowing]);
  }, 60_000);

  test.each(WRONG)("finds %s", (says, _code, _prelude, misuse) => {
    const found = misuses.filter((one) => one.startsWith(`${says}:`));
    expect(found[0]?.slice(says.length)).toMatch(misuse);
  });

  test("accepts a block that declares a name of its prelude again", () => {
    expect(misuses.filter((one) => one.startsWith("shadowing:"))).toEqual([]);
  });
});

describe("the programs in README and docs", () => {
  const folder = fileURLToPath(new URL("../docs-code/programs/", import.meta.url));
  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(PROGRAMS)("$page:$line runs", async ({ page, line, code }) => {
    const listen = vi.spyOn(Server.prototype, "listen");
    const servers = () => listen.mock.contexts as Server[];
    const printed = (["error", "log"] as const).map((to) => vi.spyOn(console, to).mockImplementation(() => {}));
    const warnings: string[] = [];
    const noteWarning = ({ name, message }: Error) => void (name === "UhpErrorsWarning" && warnings.push(message));
    process.on("warning", noteWarning);
    onTestFinished(() => {
      process.off("warning", noteWarning);
      for (const server of servers()) server.close();
      listen.mockRestore();
      for (const spy of printed) spy.mockRestore();
    });

    const file = `${folder}${page.replaceAll(/[^\w]/g, "-")}-${line}.ts`;
    writeFileSync(file, code.replaceAll(/\b3000\b/g, "0"));
    await import(file);

    const [server] = servers();
    if (server === undefined) return expect(code).not.toContain("listen(");
    if (!server.listening) await once(server, "listening");
    const { port } = server.address() as { port: number };
    const received = await send(`http://127.0.0.1:${port}`, { path: "/nowhere" });
    expect([received.status, expectEnvelope(received).code]).toEqual([404, "acme_route_not_found"]);
    expect(received.headers["uhp-version"]).toBe("2026-10-04");
    expect(warnings).toEqual([]);
  });
});
