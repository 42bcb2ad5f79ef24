import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { type AuditOutcome, audits } from "@uhp-errors/conformance";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { fileOf, runCli } from "../run-cli.ts";

const TOKEN = "secret/of+the.holder==";

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listening(createServer(listener));

/** The result of the first audit of a service. */
async function first(url: string, more: object = {}): Promise<AuditOutcome> {
  const [audit] = audits({ url, token: TOKEN, timeoutMs: 10_000, maxBytes: 10_000, ...more });
  if (audit === undefined) throw new Error("there is no audit");
  return audit.run();
}

/** Writes until the reader stops. */
function pour(response: ServerResponse): void {
  const chunk = "x".repeat(65_536);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

/** The reason when the audit waited for a response. All other reasons come at once, however busy the machine is. */
const WAITED = /3000 ms/;

describe("a service that", { concurrent: true }, () => {
  test.each<readonly [what: string, listener: RequestListener, reason: RegExp]>([
    ["never ends a body", (_request, response) => pour(response.writeHead(404)), /longer than 10000 bytes/],
    ["stalls in a body", (_request, response) => void response.writeHead(404).write("{"), /did not end within 3000 ms/],
    ["never answers", () => {}, /none came within 3000 ms/],
    [
      "sends huge headers",
      (_request, response) => void response.writeHead(404, { a: "x".repeat(60_000) }).end(),
      /HEADERS_OVERFLOW/,
    ],
    ["resets the connection", (request) => void request.socket.resetAndDestroy(), /ECONNRESET|UND_ERR_SOCKET/],
    [
      "sends invalid UTF-8",
      (_request, response) => void response.writeHead(404).end(Buffer.from([0x7b, 0xff, 0x7d])),
      /not valid UTF-8/,
    ],
    [
      "sends a bottomless list",
      (_request, response) => void response.writeHead(404).end("[".repeat(9_000)),
      /not JSON/,
    ],
    ["sends no object", (_request, response) => void response.writeHead(404).end("[]"), /not an object/],
  ])("%s fails without a wait", async (_what, listener, reason) => {
    const outcome = await first(await serve(listener), WAITED.test(reason.source) ? { timeoutMs: 3_000 } : {});
    expect(outcome).toMatchObject({ status: "fail", reason: expect.stringMatching(reason) });
  });

  test("sends its head a byte at a time is given up", async () => {
    const server = createSocketServer((socket) => {
      const timer = setInterval(() => socket.write("H"), 50);
      socket.on("error", () => {}).on("close", () => clearInterval(timer));
    });
    const outcome = await first(await listening(server), { timeoutMs: 500 });
    expect(outcome).toMatchObject({ status: "fail", reason: expect.stringContaining("There is no answer") });
  });

  test("stalls every time gets five requests and no more", async () => {
    let asked = 0;
    const url = await serve(() => {
      asked += 1;
    });
    for (const audit of audits({ url, timeoutMs: 2_000 })) expect((await audit.run()).status).not.toBe("pass");
    expect(asked).toBe(5);
  });

  test("leaves a socket open and silent fails for it", async () => {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {});
      // It answers valid HTTP, so that it can be reached at all.
      socket.on("data", (bytes) => {
        if (!String(bytes).startsWith("GET /a b"))
          socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      });
    });
    const ran = await runCli(["check", await listening(server), "--raw", "--timeout", "3", "--report", "json"]);
    const { results } = JSON.parse(ran.out) as { results: readonly { id: string; verdict: string; reason?: string }[] };
    expect(results.find(({ id }) => id === "RAW01")).toMatchObject({
      verdict: "fail",
      reason: "There is no answer: none came within 3000 ms.",
    });
  });

  test.each([301, 302, 303, 307, 308])(
    "redirects with %i to another host is not followed, and no token goes there",
    async (status) => {
      const reached: string[] = [];
      const other = await serve((request, response) => {
        reached.push(request.url ?? "");
        response.end();
      });
      const url = await serve(
        (_request, response) => void response.writeHead(status, { Location: `${other}/here` }).end(),
      );
      const ran = await runCli(["check", url, "--token", TOKEN, "--raw"]);
      expect(ran.exit).toBe(4);
      expect(ran.out).toContain(`Every request was answered with ${status}`);
      expect(reached).toEqual([]);
    },
  );
});

test("a service that states more encodings than fetch undoes fails, and ends nothing else", async () => {
  const head = `HTTP/1.1 404 Not Found\r\nContent-Encoding: ${Array(6).fill("gzip").join(", ")}\r\n\r\n`;
  const server = createSocketServer((socket) => socket.on("error", () => {}).once("data", () => socket.write(head)));
  const url = await listening(server);
  expect(await first(url)).toMatchObject({
    status: "fail",
    reason: expect.stringContaining("There is no answer"),
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ran = await runCli(["check", url, "--timeout", "1"]);
  expect(ran).toMatchObject({ exit: 3, err: expect.stringContaining("content-encodings") });
  // An uncaught error fails the run, even one at the time limit of the command's first request.
  await vi.advanceTimersByTimeAsync(1_100);
  await new Promise((resolve) => setImmediate(resolve));
});

/** Sequences that a terminal, a build or a reader would obey. */
const EVIL = [
  "\u001b[2J\u001b]0;owned\u0007",
  "\r\n::error::owned\n::add-mask::x\n##[command]owned",
  "\u202Egnp.exe\u2028\u200b\u009b31m",
  "</failure><evil/>]]>&lt;",
  "```\n# owned\n<script>alert(1)</script> | a | [x](javascript:1)",
].join(" ");

/** The token in every form in which a service may send it back. */
const FORMS = [`Bearer ${TOKEN} ${encodeURIComponent(TOKEN)} ${btoa(TOKEN)} ${TOKEN.replaceAll("/", "\\/")}`].join(" ");

/** A control character other than a line break, a mark of direction, or a letter without width. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("hostile strings", () => {
  const error = {
    type: `${"x".repeat(110)}${TOKEN}`,
    code: `${EVIL} ${FORMS}`,
    message: EVIL,
    param: EVIL,
    detail: EVIL,
    [EVIL]: 1,
  };
  const evil: RequestListener = (_request, response) => {
    response.setHeader("X-Echo", `a ${TOKEN}`);
    response.setHeader("Content-Type", "text/html\t\u00a0::error::owned");
    response.writeHead(404).end(`${EVIL}\n${FORMS}\n${JSON.stringify({ error })}`);
  };
  const evilJson: RequestListener = (_request, response) => {
    response.writeHead(404, { "Content-Type": "application/json" }).end(JSON.stringify({ error, [EVIL]: 2 }));
  };

  describe.each([
    ["a page", evil],
    ["JSON", evilJson],
  ])("in %s", (_what, listener) => {
    test.each(["text", "json", "junit", "markdown", "github"])("do no harm in the report %s", async (report) => {
      const url = await serve(listener);
      const baseline = fileOf({ RET01: EVIL, VER01: EVIL });
      const args = ["check", url, "--token", TOKEN, "--raw", "--report", report, "--baseline", baseline];
      const { exit, out, err } = await runCli(args);
      expect(exit).toBe(1);
      expect(out).not.toMatch(INVISIBLE);
      for (const form of [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN), TOKEN.replaceAll("/", "\\/")]) {
        expect(out.includes(form)).toBe(false);
      }
      expect(out).not.toContain(TOKEN.slice(0, 8));
      expect(out).toContain("owned");
      expect(err).toBe("");
      const commands = out.split("\n").filter((line) => /^\s*::/.test(line) || line.includes("##["));
      const own = /^::(?:error|warning) title=[A-Z]{3}\d\d [^:,]*::[^\r\n]*$/;
      expect(commands.filter((line) => report !== "github" || !own.test(line))).toEqual([]);
      if (report === "junit") expect(out).not.toMatch(/<evil|]]>/);
      if (report === "markdown") expect(outsideFences(out)).not.toMatch(/<script|\]\(javascript/);
    });
  });
});

/** A Markdown page without its code blocks, found as a Markdown reader finds them. */
function outsideFences(page: string): string {
  let fence: string | undefined;
  return page
    .split("\n")
    .filter((line) => {
      const run = /^(`{3,})/.exec(line)?.[1];
      if (fence === undefined) fence = run;
      else if (run !== undefined && run.length >= fence.length && line === run) fence = undefined;
      else return false;
      return run === undefined;
    })
    .join("\n");
}
