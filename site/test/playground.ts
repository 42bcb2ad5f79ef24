import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

const textOf = async (place: Locator) => ((await place.textContent()) ?? "").trim();

const text = (page: Page, name: string) => textOf(page.locator(`[data-test="${name}"]`));

/** What a reader does in the playground, and the expected result. */
export const FLOWS: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  "Answer: a code, an older client, a detail that does not fit": async (page, url) => {
    await page.goto(`${url}/playground#answer`);
    await page.locator("[name=code]").selectOption("session_busy");
    assert.match(await text(page, "head"), /^HTTP\/1\.1 409 Conflict/);
    assert.match(await text(page, "retry"), /^session_terminal/);
    assert.match(await text(page, "line"), /^throw acme\.error\("session_busy"/);
    await page.locator("[name=code]").selectOption("environment_busy");
    assert.match(await text(page, "older"), /acme_environment_busy/);
    await page.locator("[name=version]").selectOption("2026-09-12");
    assert.match(await text(page, "body"), /"code": "acme_environment_busy"/);
    await page.locator("[name=code]").selectOption("file_too_large");
    await page.locator("#detail-max_bytes").fill("many");
    assert.equal(await page.locator("#detail-max_bytes").getAttribute("aria-invalid"), "true");
    assert.match(await textOf(page.locator("#problem-max_bytes")), /integer|number/);
    assert.match(await text(page, "body"), /"code": "file_too_large".*"detail": null/s);
    await page.locator("#detail-max_bytes").fill("1024");
    assert.match(await text(page, "body"), /"max_bytes": 1024/);
  },
  "Answer: vendor and message, kept in the address": async (page, url) => {
    await page.goto(`${url}/playground#answer`);
    await page.locator("[name=code]").selectOption("acme_conflict");
    await page.locator("[name=message]").fill("The name is taken at db-1.prod.internal now.");
    assert.match(await text(page, "body"), /The name is taken at \[host\] now\./);
    const shared = page.url();
    assert.match(shared, /#answer\?code=acme_conflict&/);
    await page.goto("about:blank");
    await page.goto(shared);
    assert.match(await text(page, "body"), /The name is taken at \[host\] now\./);
    await page.locator("[name=vendor]").fill("globex");
    await page.locator("[name=code]").selectOption("globex_conflict");
    assert.match(await text(page, "line"), /^throw globex\.error\("globex_conflict"/);
    await page.locator("[name=vendor]").fill("Not A Vendor");
    assert.notEqual(await textOf(page.locator("#catalog-problem")), "");
  },
  "Answer: a catalog that the reader pastes": async (page, url) => {
    await page.goto(`${url}/playground#answer`);
    await page.getByText("Your own catalog").click();
    await page.locator("[name=catalog]").fill("{}");
    assert.match(await textOf(page.locator("#catalog-problem")), /format|catalog/);
    await page.locator("[name=catalog]").fill(JSON.stringify(CATALOG));
    assert.equal(await textOf(page.locator("#catalog-problem")), "");
    await page.locator("[name=code]").selectOption("globex_gpu_cold");
    assert.match(await text(page, "head"), /^HTTP\/1\.1 503 Service Unavailable/);
    await page.locator("#detail-eta_seconds").fill("-1");
    assert.match(await textOf(page.locator("#problem-eta_seconds")), /at least 0/);
  },
  "Message: each removal in its place, with its rule": async (page, url) => {
    await page.goto(`${url}/playground#message`);
    await page.locator("[name=text]").fill("Could not reach redis:6379 for resp_9f8a7b6c5d now. Try later");
    assert.equal(await text(page, "leaves"), "Could not reach [host] for resp_9f8a7b6c5d now.");
    assert.deepEqual(await page.locator("[data-test=marked] del").allTextContents(), ["redis:6379", " Try later"]);
    assert.match(await textOf(page.locator("table")), /host-and-port.*second-sentence/s);
    assert.match(await text(page, "stays"), /resp_9f8a7b6c5d/);
    assert.match(page.url(), /#message\?text=/);
  },
  "Message: a link with the text": async (page, url) => {
    await page.goto(`${url}/sanitizer`, { waitUntil: "networkidle" });
    const link = "/playground#message?text=Could%20not%20reach%20db-1.prod.internal%20now.";
    await page.evaluate(`document.querySelector(".vp-doc a").setAttribute("href", "${link}")`);
    await page.locator(`.vp-doc a[href="${link}"]`).first().click();
    await page.locator("[data-test=leaves]").waitFor();
    assert.equal(await text(page, "leaves"), "Could not reach [host] now.");
  },
  "Error: another service's 401 is answered in the page itself, before it runs": async (page, url) => {
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${url}/playground`);
    assert.match(await text(page, "verdict"), /^502 acme_upstream_error.*another service failed/s);
    assert.match(await text(page, "because"), /recognizer "axios" knows it/);
    assert.match(await text(page, "body"), /"code": "acme_upstream_error"/);
  },
  "Error: what is pasted is read, and compared with recorded errors": async (page, url) => {
    await page.goto(`${url}/playground`, { waitUntil: "networkidle" });
    for (const [pasted, says] of PASTED) {
      await page.locator("[name=text]").fill(pasted);
      await page.locator("[data-test=verdict]", { hasText: says }).waitFor();
    }
    const shared = page.url();
    assert.match(shared, /#error\?text=/);
    await page.goto("about:blank");
    await page.goto(shared);
    assert.equal(await page.locator("[name=text]").inputValue(), PASTED.at(-1)?.[0]);
  },
  "Foreign errors: a search, and a library that a link names": async (page, url) => {
    await page.goto(`${url}/foreign-errors`, { waitUntil: "networkidle" });
    for (const [words, found] of LOOKED_UP) {
      await page.locator("[name=error]").fill(words);
      await page.locator(".foreign tbody tr", { hasText: found }).first().waitFor();
    }
    await page.locator("[name=error]").fill("no such thing");
    await page.getByText("None of").waitFor();
    await page.goto(`${url}/foreign-errors#prismaclient`);
    await page.locator(".foreign tbody tr", { hasText: "P2002" }).first().waitFor();
    await page.locator("#axios").click();
    await page.locator(".foreign tbody tr", { hasText: "axios: another service's 401" }).waitFor();
    assert.equal(await page.locator(".foreign tbody tr", { hasText: "P2002" }).count(), 0);
  },
  "Answer: no catalog, no answer; a param": async (page, url) => {
    await page.goto(`${url}/playground#answer?code=invalid_input`);
    await page.locator("[name=param]").fill("input.0.type");
    assert.match(await text(page, "body"), /"param": "input\.0\.type"/);
    await page.locator("[name=vendor]").fill("not");
    assert.match(await textOf(page.locator("#catalog-problem")), /a code of the specification/);
    assert.match(await text(page, "no-answer"), /not valid/);
    assert.equal(await page.locator("[data-test=body]").count(), 0);
  },
  "Message: what is kept, and an empty text in a link": async (page, url) => {
    await page.goto(`${url}/playground#message?text=`);
    assert.equal(await page.locator("[name=text]").inputValue(), "");
    await page.locator("[name=text]").fill("Could not reach db.internal now.");
    await page.locator("[name=keep]").fill("db.internal");
    assert.equal(await text(page, "leaves"), "Could not reach db.internal now.");
    await page.locator("[name=hosts]").fill("not a host");
    assert.match(await textOf(page.locator("#options-problem")), /internalHosts/);
    await page.locator("[name=text]").fill("");
    assert.match(page.url(), /#message\?text=&keep=/);
  },
  "Back leads from tab to tab, and a link can be copied": async (page, url) => {
    const chosen = page.locator("[role=tab][aria-selected=true]");
    await page.goto(`${url}/playground`, { waitUntil: "networkidle" });
    await page.getByRole("tab", { name: "Message" }).click();
    await page.locator("[name=text]").fill("Could not reach db.internal now.");
    await page.getByRole("tab", { name: "Answer" }).click();
    await page.goBack();
    await page.locator("[data-test=leaves]").waitFor();
    assert.equal(await textOf(chosen), "Message");
    assert.equal(await text(page, "leaves"), "Could not reach [host] now.");
    await page.goBack();
    await page.locator("[data-test=verdict]").waitFor();
    assert.equal(await textOf(chosen), "Error");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText(/^(?:Link copied|The browser does not allow)/).waitFor();
  },
  "The keyboard alone is enough": async (page, url) => {
    await page.goto(`${url}/playground#answer`);
    await page.getByRole("tab", { name: "Answer" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: "Message" }).getAttribute("aria-selected"), "true");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("See /etc/passwd for it.");
    assert.equal(await text(page, "leaves"), "See [path] for it.");
    await page.goto(`${url}/`);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "Skip to content");
    await page.getByRole("radio", { name: "Express" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("radio", { name: "Koa" }).isChecked(), true);
    assert.match(await text(page, "before"), /^HTTP\/1\.1 401/);
    assert.match(await text(page, "after"), /^HTTP\/1\.1 502/);
  },
  "Home shows what the scan and the report print, and leads to the playground": async (page, url) => {
    await page.goto(`${url}/`, { waitUntil: "networkidle" });
    const [scan = "", report = ""] = await page.locator(".terminal pre").allTextContents();
    assert.match(scan, /^\$ npx uhp-errors scan .*files read, \d+ places found\.$/s);
    assert.match(report, /\d+ failures on \d+ routes: .*acme_/s);
    await page.getByRole("link", { name: "the playground", exact: true }).click();
    await page.locator("[data-test=verdict]").waitFor();
  },
  "The policy lets the page send nothing": async (page, url) => {
    await page.goto(`${url}/playground`);
    const attempt = "fetch(location.href).then(() => 'sent', () => 'refused')";
    assert.equal(await page.evaluate(attempt), "refused");
  },
};

/** What a reader pastes, and what the page says. */
const PASTED: readonly (readonly [pasted: string, says: RegExp])[] = [
  ['{"name":"AxiosError","code":"ECONNABORTED"}', /504 acme_upstream_timeout.*put back.*isAxiosError/s],
  [
    '{"name":"PrismaClientKnownRequestError","code":"P2002","clientVersion":"6"}',
    /409 acme_conflict.*Without it: acme_internal_error/s,
  ],
  ["[Error: ENOENT: no such file] {\n  code: 'ENOENT',\n  syscall: 'open'\n}", /Not known: 500 acme_internal_error/],
  [
    "NotFoundError: gone\n    at run (/srv/run.js:1:2) {\n  status: 404\n}",
    /It depends.*404 acme_not_found, if it is of http-errors.*your own error.*real object/s,
  ],
  ["JsonWebTokenError: jwt must be provided", /401 missing_credential.*may also be.*invalid_credential/s],
  ['{"name":"AppError","status":409}', /Not known.*A status \(409\) alone is no sign/s],
  ['Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1', /error of Python.*does not know/s],
  ["hello", /No error found/],
  ["TypeError: no\n    at run (/srv/run.js:1:2)", /Not known.*A stack has no fields/s],
];

/** What a reader looks up, and what a row says. */
const LOOKED_UP: readonly (readonly [words: string, found: RegExp])[] = [
  ["ECONNREFUSED", /502 acme_upstream_error/],
  ["p2002", /@prisma\/client.*500 acme_internal_error/],
  ["ZodError", /400 invalid_input/],
  ["axios 401", /another service's 401.*502/],
];

const CATALOG = {
  format: 1,
  vendor: "globex",
  versions: ["2026-09-12", "2026-10-04"],
  codes: [
    {
      code: "globex_gpu_cold",
      vendor: "globex",
      origin: "vendor",
      places: ["request"],
      type: "server_error",
      status: [503],
      since: "2026-09-12",
      retry: { rule: "backoff", automatic: true, waits_for: "backoff" },
      message: "The accelerator is warming up.",
      when: "No accelerator is warm.",
      param: "optional",
      detail: {
        type: "object",
        properties: { eta_seconds: { type: "integer", minimum: 0 } },
        required: ["eta_seconds"],
      },
      detail_described: true,
      detail_required: true,
    },
  ],
};
