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
  -V, --version                     output the version number
  -h, --help                        display help for command

Commands:
  check [options] <url>             sends a running service requests that fail,
                                    and judges its answers
  explain [options] <code>          says what an error code means, and whether a
                                    client may try again
  check-catalog [options] <module>  names each rule that a catalog breaks
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

Examples:
  $ npx uhp-errors check http://127.0.0.1:3000
  $ npx uhp-errors help check

Exit status:
  0  all is well
  1  a rule is broken, or what was looked for is found
  2  the command was called wrongly, or cannot use a file that it was given
  3  the service does not answer
  4  the answers say nothing about the service

Read on: packages/cli/README.md
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
  --json                    print one JSON document, and nothing else
  -h, --help                display help for command

Examples:
  $ npx uhp-errors check http://127.0.0.1:3000 --token test-key
  $ npx uhp-errors check http://127.0.0.1:3000 --routes routes.json --raw
  $ npx uhp-errors check http://127.0.0.1:3000 --json > errors.json

Exit status:
  0  no MUST is broken; with --strict, no SHOULD either
  1  a rule is broken, or an entry of the baseline no longer fails
  2  the command was called wrongly, or cannot use a file that it was given
  3  the service does not answer
  4  the answers say nothing about the service, for example all are 401

Read on: packages/cli/README.md
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
  --json              print one JSON document, and nothing else
  -h, --help          display help for command

Examples:
  $ npx uhp-errors explain session_busy
  $ npx uhp-errors explain acme_gpu_cold --catalog ./catalog.js

Exit status:
  0  the code is explained
  1  there is no such code
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
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
  --json      print one JSON document, and nothing else
  -h, --help  display help for command

Examples:
  $ npx uhp-errors check-catalog ./catalog.js
  $ npx uhp-errors check-catalog @acme/errors

Exit status:
  0  the catalog keeps all rules
  1  a rule is broken
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
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
  --json                 print one JSON document, and nothing else
  -h, --help             display help for command

Examples:
  $ npx uhp-errors export ./catalog.js --format openapi --output errors.json
  $ npx uhp-errors export ./catalog.js --format python --output acme_errors.py
  $ npx uhp-errors export ./catalog.js --json > catalog.json

Exit status:
  0  it is written
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
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
  --json                 print one JSON document, and nothing else
  -h, --help             display help for command

Examples:
  $ npx uhp-errors compare catalog.json ./catalog.js
  $ npx uhp-errors compare catalog.json ./catalog.js --allow acme_gpu_cold

Exit status:
  0  no change breaks users
  1  a change breaks users
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
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
  --json           print one JSON document, and nothing else
  -h, --help       display help for command

Examples:
  $ npx uhp-errors mock ./catalog.js --port 4010

Exit status:
  0  it was stopped
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
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
  --json              print one JSON document, and nothing else
  -h, --help          display help for command

Examples:
  $ npx uhp-errors scan ./src
  $ npx uhp-errors scan ./src --json > errors-by-hand.json
  $ npx uhp-errors scan ./src --check errors-by-hand.json

Exit status:
  0  the sources were scanned
  1  --check found an error that the baseline does not have
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
`,
    ],
    [
      "adoption",
      ["adoption", "--help"],
      `Usage: uhp-errors adoption [options] <file>

shows by route what a contract that only reports would have changed

Arguments:
  file               the JSON of an adoption report

Options:
  --format <format>  what to write (choices: "text", "html", "json", default:
                     "text")
  --output <file>    where to write it; without it, it is printed
  --json             print one JSON document, and nothing else
  -h, --help         display help for command

Examples:
  $ npx uhp-errors adoption adoption.json
  $ npx uhp-errors adoption adoption.json --format html --output adoption.html

Exit status:
  0  it is shown
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
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
  --json             print one JSON document, and nothing else
  -h, --help         display help for command

Examples:
  $ npx uhp-errors adopt --report-only
  $ npx uhp-errors adopt --dry-run
  $ npx uhp-errors adopt ./services/orders --vendor acme

Exit status:
  0  the change was shown, or written
  2  the command was called wrongly, or cannot use a file that it was given

Read on: packages/cli/README.md
`,
    ],
  ])("%s", async (_command, args, text) => {
    expect(await runCli(args)).toEqual({ exit: 0, out: text, err: "" });
  });
});

test.each(["help", "help help", "help --help", "-h"])("`%s` is the help of the command", async (args) => {
  expect(await runCli(args.split(" "))).toEqual(await runCli(["--help"]));
});

describe("a command that is called wrongly is told", () => {
  test.each<readonly [what: string, args: readonly string[], err: string]>([
    ["that there is no such command", ["chek"], "unknown command 'chek'\n(Did you mean check?)\nHELP"],
    ["the same if it asks for help", ["chek", "--help"], "unknown command 'chek'\n(Did you mean check?)\nHELP"],
    ["the same of help", ["help", "chek"], "unknown command 'chek'\n(Did you mean check?)\nHELP"],
    ["where options are", ["--json", "scan"], "option '--json' must come after the command\nHELP"],
    [
      "of a second value",
      ["check", "http://127.0.0.1", "--token", "a", "--token=b"],
      "option '--token <token>' is given twice\nHELP",
    ],
    [
      "of two forms",
      ["scan", "--report", "sarif", "--json"],
      "option '--json' cannot be used with option '--report <form>'\nHELP",
    ],
    [
      "of two forms, in the other order",
      ["export", "a.js", "--json", "--format", "html"],
      "option '--format <format>' cannot be used with option '--json'\nHELP",
    ],
    [
      "of content that is no catalog",
      ["compare", "package.json", "test/conformance-package/catalogs/named.ts"],
      "package.json: expected what toJson(catalog) returns, as `uhp-errors export --json` prints it: format: is missing\n",
    ],
    [
      "of content that is no route",
      ["check", "http://127.0.0.1", "--routes", "package.json"],
      "package.json: name: there is no such field; known are success, protected, objects, foreign, forbidden, wrongMethod, json, upload, limited, raise, crash, stream, silentStream\n",
    ],
    [
      "of content that is no baseline",
      ["check", "http://127.0.0.1", "--baseline", "package.json"],
      'package.json: there is no audit "name"\n',
    ],
    [
      "of content that is no operation",
      [
        "export",
        "test/conformance-package/catalogs/named.ts",
        "--format",
        "overlay",
        "--operations",
        "test/package.json",
      ],
      'test/package.json: operations["name"]: expected a list of codes\n',
    ],
    [
      "of content that is no scan",
      ["scan", "--check", "package.json"],
      "package.json: expected what `uhp-errors scan --json` printed\n",
    ],
    [
      "of a prefix that no catalog may have",
      ["scan", "--vendor", "Acme"],
      'Acme cannot be the prefix of codes; pass another one as --vendor. vendor "Acme": a vendor prefix is lower-case letters and digits and begins with a letter, for example "acme"\n',
    ],
    ["what is missing", ["explain"], "missing required argument 'code'\nHELP"],
    ["that there is no such option", ["mock", "a.ts", "--fast"], "unknown option '--fast'\nHELP"],
    [
      "of too many arguments",
      ["scan", "a", "b"],
      "too many arguments for 'scan'. Expected 1 argument but got 2.\nHELP",
    ],
    ["of a folder, without control characters", ["scan", "no\u001bwhere"], "there is no folder no\\u{1b}where\n"],
    [
      "of a file, in several lines",
      ["check", "http://127.0.0.1", "--routes", "no\nwhere\u0007"],
      "no\nwhere\\u{7} cannot be read: there is no such file\n",
    ],
  ])("%s", async (_what, args, err) => {
    const said = `error: ${err.replace("HELP", "(add --help for help)\n")}`;
    const out = args.includes("--json") ? expect.stringMatching(/^\{\n {2}"error": /) : "";
    expect(await runCli(args)).toEqual({ exit: 2, out, err: said });
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
