import { describe, expect, test } from "vitest";
import { runCli } from "../../../test/conformance-package/run-cli.ts";

describe("the help of", () => {
  test.each<readonly [command: string, args: readonly string[], text: string]>([
    [
      "the command",
      ["--help"],
      `Usage: uhp-errors [options] [command]

checks services and catalogs of errors by the Unified Harness Protocol (UHP)

Options:
  -h, --help                        display help for command

Commands:
  check [options] <url>             sends a running service requests that fail,
                                    and judges its answers
  explain [options] <code>          says what an error code means, and whether a
                                    client may try again
  check-catalog <module>            names each rule that a catalog breaks
  export [options] <module>         writes a catalog as JSON, a schema, OpenAPI,
                                    a reference for people, constants of a
                                    language, or a gateway's errors
  compare [options] <old> <module>  tells what changed in a catalog, and fails
                                    for a change that breaks its users
  mock [options] <module>           runs a server on 127.0.0.1 that answers with
                                    any error of a catalog, until it is stopped
  scan [options] [folder]           lists where the sources of a service make
                                    errors, and proposes a code for each; runs
                                    none of them
  adopt [options] [folder]          writes the change by which a service adopts
                                    the contract; shows it first, and runs none
                                    of the sources
  adoption [options] <file>         shows by route what a contract that only
                                    reports would have changed
  help [command]                    display help for command
`,
    ],
    [
      "check",
      ["check", "--help"],
      `Usage: uhp-errors check [options] <url>

sends a running service requests that fail, and judges its answers

Arguments:
  url                       the address of the service, such as
                            http://127.0.0.1:3000

Options:
  --token <token>           a bearer token that the service accepts; or set
                            UHP_TOKEN, which no list of processes shows
  --routes <file>           what the audits may know of the service's routes, as
                            JSON
  --openapi <file>          the service's OpenAPI document as JSON, from which
                            routes are taken
  --raw                     also send what only a socket can send, such as
                            broken HTTP
  --requirements <version>  the version of the specification whose rules count
                            (choices: "2026-08-11", "2026-09-12", "2026-09-28",
                            "2026-10-04", default: "2026-10-04")
  --baseline <file>         failures that are known, as JSON: a reason by each
                            audit's id
  --report <form>           how to report (choices: "text", "json", "junit",
                            "markdown", "github", default: "text")
  --strict                  fail for a broken SHOULD too
  --yes                     check a service on another machine
  --timeout <seconds>       how long a request may take (default: 10)
  --max-requests <number>   how many requests to send at most (default: 300)
  -h, --help                display help for command
`,
    ],
    [
      "explain",
      ["explain", "--help"],
      `Usage: uhp-errors explain [options] <code>

says what an error code means, and whether a client may try again

Arguments:
  code                a code, such as session_busy or acme_internal_error

Options:
  --catalog <module>  the module of a catalog, for codes of a vendor's own
  -h, --help          display help for command
`,
    ],
    [
      "check-catalog",
      ["check-catalog", "--help"],
      `Usage: uhp-errors check-catalog [options] <module>

names each rule that a catalog breaks

Arguments:
  module      a file or a package that exports a catalog, or the { vendor, codes
              } of one

Options:
  -h, --help  display help for command
`,
    ],
    [
      "export",
      ["export", "--help"],
      `Usage: uhp-errors export [options] <module>

writes a catalog as JSON, a schema, OpenAPI, a reference for people, constants
of a language, or a gateway's errors

Arguments:
  module                 a file or a package that exports a catalog

Options:
  --format <format>      what to write (choices: "json", "json-schema",
                         "openapi", "overlay", "markdown", "html", "typescript",
                         "python", "go", "nginx", "envoy")
  --protocol <version>   the version of the specification that clients ask for
                         (choices: "2026-08-11", "2026-09-12", "2026-09-28",
                         "2026-10-04", default: "2026-10-04")
  --operations <module>  for json and overlay: what exports the operations, or a
                         JSON file with them
  --closed               for openapi and overlay: allow no other codes
  --output <file>        where to write it; without it, it is printed
  -h, --help             display help for command
`,
    ],
    [
      "compare",
      ["compare", "--help"],
      `Usage: uhp-errors compare [options] <old> <module>

tells what changed in a catalog, and fails for a change that breaks its users

Arguments:
  old                    the catalog as it was: what \`export --format json\`
                         wrote
  module                 a file or a package that exports the catalog as it is

Options:
  --allow <code>         accept a breaking change of this code; "catalog" for
                         changes that belong to no code, "all" for any (default:
                         [])
  --operations <module>  what exports the operations as they are, or a JSON file
                         with them
  -h, --help             display help for command
`,
    ],
    [
      "mock",
      ["mock", "--help"],
      `Usage: uhp-errors mock [options] <module>

runs a server on 127.0.0.1 that answers with any error of a catalog, until it is
stopped

Arguments:
  module           a file or a package that exports a catalog

Options:
  --port <number>  TCP port; 0 takes a free one (default: 0)
  -h, --help       display help for command
`,
    ],
    [
      "scan",
      ["scan", "--help"],
      `Usage: uhp-errors scan [options] [folder]

lists where the sources of a service make errors, and proposes a code for each;
runs none of them

Arguments:
  folder              the folder of the sources (default: ".")

Options:
  --report <form>     how to report (choices: "table", "json", "sarif", default:
                      "table")
  --check <baseline>  fail for errors that this earlier report, as JSON, does
                      not have
  --vendor <prefix>   the prefix of the codes that are proposed; by default that
                      of the catalog, or else from the name in package.json
  --tests             scan tests too
  -h, --help          display help for command
`,
    ],
    [
      "adopt",
      ["adopt", "--help"],
      `Usage: uhp-errors adopt [options] [folder]

writes the change by which a service adopts the contract; shows it first, and
runs none of the sources

Arguments:
  folder             the folder of the service, with its package.json (default:
                     ".")

Options:
  --vendor <prefix>  the prefix of the service's codes; by default that of its
                     catalog, or else from the name in package.json
  --report-only      change no response: install a contract that only reports,
                     and replace nothing
  --dry-run          show the change and write nothing
  --yes              write the change without a question
  -h, --help         display help for command
`,
    ],
  ])("%s", async (_command, args, text) => {
    expect(await runCli(args)).toEqual({ exit: 0, out: text, err: "" });
  });
});

describe("a command that is called wrongly is told", () => {
  test.each<readonly [what: string, args: readonly string[], err: string]>([
    ["that there is no such command", ["chek"], "unknown command 'chek'\n(Did you mean check?)\nHELP"],
    ["what is missing", ["explain"], "missing required argument 'code'\nHELP"],
    ["that there is no such option", ["mock", "a.ts", "--fast"], "unknown option '--fast'\nHELP"],
    [
      "of too many arguments",
      ["scan", "a", "b"],
      "too many arguments for 'scan'. Expected 1 argument but got 2.\nHELP",
    ],
    ["of a folder, without control characters", ["scan", "no\u001bwhere"], "no\\u{1b}where is no folder\n"],
    [
      "of a file, in several lines",
      ["check", "http://127.0.0.1", "--routes", "no\nwhere\u0007"],
      "no\nwhere\\u{7} cannot be read: there is no such file\n",
    ],
  ])("%s", async (_what, args, err) => {
    const said = `error: ${err.replace("HELP", "(add --help for help)\n")}`;
    expect(await runCli(args)).toEqual({ exit: 2, out: "", err: said });
  });

  test("without a command, of all of them", async () => {
    const { exit, out, err } = await runCli([]);
    expect([exit, out, err]).toEqual([2, "", (await runCli(["--help"])).out]);
  });
});

describe("a whole number is read from", () => {
  const refused = (option: string, given: string, bounds: string) =>
    `error: option '${option}' argument '${given}' is invalid. It must be a whole number from ${bounds}.\n(add --help for help)\n`;
  const TIMEOUT = "--timeout <seconds>";

  test.each<readonly [option: string, given: string, bounds: string]>([
    ...["0", "301", "1.5", "x1", "1x", "1e2", " 1", "1 ", "0x10", "+1", ""].map(
      (given) => [TIMEOUT, given, "1 to 300"] as const,
    ),
    ["--max-requests <number>", "0", "1 to 10000"],
    ["--max-requests <number>", "10001", "1 to 10000"],
  ])("no %s that is %j", async (option, given, bounds) => {
    const ran = await runCli(["check", "http://127.0.0.1", option.split(" ")[0] ?? "", given]);
    expect(ran).toEqual({ exit: 2, out: "", err: refused(option, given, bounds) });
  });

  test.each(["65536", "-1", "3000.0"])("no port that is %j", async (given) => {
    const ran = await runCli(["mock", "nowhere.ts", `--port=${given}`]);
    expect(ran).toEqual({ exit: 2, out: "", err: refused("--port <number>", given, "0 to 65535") });
  });

  test.each(["--timeout 1", "--timeout 300", "--timeout 010", "--max-requests 1", "--max-requests 10000"])(
    "%s",
    async (option) => {
      const err = 'error: "nowhere" is no address such as http://127.0.0.1:3000\n';
      expect(await runCli(["check", "nowhere", ...option.split(" ")])).toEqual({ exit: 2, out: "", err });
    },
  );

  test.each(["0", "65535"])("a port that is %s", async (port) => {
    const { exit, err } = await runCli(["mock", "test/conformance-package/catalogs/none.ts", "--port", port]);
    expect([exit, err]).toEqual([
      2,
      "error: test/conformance-package/catalogs/none.ts exports no catalog of defineCatalog or joinCatalogs; it exports answer\n",
    ]);
  });
});
