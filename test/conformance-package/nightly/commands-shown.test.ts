import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AuditOutcome, audits, type Routes } from "@uhp-errors/conformance";
import { describe, expect, onTestFinished, test } from "vitest";

const TOKEN = "sec/ret+of&the.holder==";

interface Service {
  readonly url: string;
  /** The head of each request that arrived: its method, its address and its token. */
  readonly arrived: string[];
}

/** A service that answers everything alike, and records its requests. */
async function service(answer: (authorization: string) => string = () => "No."): Promise<Service> {
  const arrived: string[] = [];
  const server = createServer(({ method, url, headers: { authorization = "" } }, response) => {
    arrived.push(`${method} ${url} ${authorization}`);
    const text = answer(authorization);
    response.writeHead(404, { [`x-${authorization.replace(/[^A-Za-z0-9-]/g, "")}`]: "1" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

async function failureOf(id: string, url: string, routes: Routes = {}, token = TOKEN) {
  const list = audits({ url, token, routes, raw: async () => "" });
  const outcome: AuditOutcome | undefined = await list.find((audit) => audit.id === id)?.run();
  if (outcome?.status !== "fail") throw new Error(`${id} did not fail: ${JSON.stringify(outcome)}`);
  return outcome;
}

describe("the command of a failure sends what the audit sent:", () => {
  test.each<readonly [what: string, id: string, routes: Routes]>([
    ["brackets in a query", "ADR03", { wrongMethod: "PATCH /things?filter[name]=a&ids={1,2}" }],
    ["an address that is shortened", "ADR03", { wrongMethod: "PATCH /things/../others#part" }],
    ["another token", "AUT06", { forbidden: { request: "GET /admin", token: "narrow-token" } }],
    ["the method HEAD", "ADR04", { wrongMethod: "HEAD /things" }],
  ])("%s", async (_what, id, routes) => {
    const { url, arrived } = await service();
    const { curl } = await failureOf(id, url, routes);
    const sent = arrived.at(-1);
    const env = { ...process.env, TOKEN, FORBIDDEN_TOKEN: "narrow-token" };
    await new Promise((resolve) => execFile("bash", ["-c", curl.replace("curl ", "curl -m 5 ")], { env }, resolve));
    expect([arrived.length, arrived.at(-1)]).toEqual([2, sent]);
  });

  test("a long header on a socket", async () => {
    const sent: string[] = [];
    const raw = async (bytes: string) => {
      sent.push(bytes);
      return "HTTP/1.1 200 OK\r\n\r\n";
    };
    const outcome = await audits({ url: "http://[::1]:3000", raw })
      .find(({ id }) => id === "RAW02")
      ?.run();
    const { curl = "" } = outcome as { curl?: string };
    expect(curl).toMatch(/ \| nc ::1 3000$/);
    expect(execFileSync("bash", ["-c", curl.replace(/ \| nc .*$/, "")]).toString()).toBe(sent[0]);
  });
});

describe("no outcome shows the token", () => {
  const each = (write: (letter: string, code: number) => string) =>
    [...TOKEN].map((letter) => write(letter, letter.charCodeAt(0))).join("");
  test.each<readonly [form: string, written: string]>([
    ["after another word in Base64", btoa(`Bearer ${TOKEN} and more`)],
    ["after a name in Base64", btoa(`me:${TOKEN}`)],
    ["after a name in Base64 for URLs", btoa(`me:${TOKEN}`).replaceAll("+", "-").replaceAll("/", "_")],
    ["in hexadecimal digits", Buffer.from(TOKEN).toString("hex")],
    ["in capital letters", TOKEN.toUpperCase()],
    ["in a URL, with small digits", encodeURIComponent(TOKEN).toLowerCase()],
    ["twice in a URL", encodeURIComponent(encodeURIComponent(TOKEN))],
    ["in a URL, each letter", each((_letter, code) => `%${code.toString(16)}`)],
    ["as JSON may write it", each((_letter, code) => `\\u00${code.toString(16)}`)],
    ["as a script may write it", each((_letter, code) => `\\u{${code.toString(16)}}`)],
    ["with invisible letters in it", each((letter) => `${letter}\u200b`)],
    ["in letters of double width", each((_letter, code) => String.fromCharCode(code + 0xfee0))],
    ["in a page within a page", each((_letter, code) => `&amp;#${code};`)],
    ["with spaces in it", each((letter) => `${letter} `)],
    ["in a page", TOKEN.replaceAll("&", "&amp;").replaceAll("/", "&#x2F;").replaceAll("=", "&#61;")],
  ])("%s", async (_form, written) => {
    const { url } = await service(() => `before ${written} after`);
    const { response } = await failureOf("ENV01", url);
    expect(response).toMatch(/before .*\[credential\].* after/);
    expect(response.replace(/before .{0,14}\[credential\].{0,14} after/, "")).not.toContain("after");
  });

  test("in the name of a field", async () => {
    const { url } = await service();
    const { response } = await failureOf("ENV01", url, {}, "Plain-Token-1");
    expect(response).toContain("x-bearer[credential]: 1");
  });

  test("when it is long, and the output is long too", async () => {
    const token = "eyJ0".repeat(2_000);
    const { url } = await service(() => `${encodeURIComponent("/").repeat(300_000)}`);
    // A search that started again at each letter would not end within the time limit of a test.
    const { response } = await failureOf("ENV01", url, {}, token);
    expect(response).not.toContain(token);
  });
});
