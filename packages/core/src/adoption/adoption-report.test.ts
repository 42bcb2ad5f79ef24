import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { EMPTY } from "../../../../test/support/adoption-summary.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { type ErrorReport, noteExposed, noteSanitizer, sanitizerOf } from "../reports/report.ts";
import { createSanitizer } from "../sanitizer/index.ts";
import { type AdoptionReport, adoptionReport } from "./index.ts";

const acme = defineCatalog({ vendor: "acme" });

/** What a service sent in place of the contract. */
type Sent = Partial<NonNullable<ErrorReport["reportOnly"]>["sent"]>;

interface Failure {
  readonly thrown?: unknown;
  readonly sent?: Sent;
  readonly route?: string;
  readonly path?: string;
  readonly method?: string;
  readonly isRouted?: boolean;
  readonly options?: ContractOptions;
  readonly accept?: string;
}

/** The report of a failure as the contract makes it, with what was sent. Without `thrown`, a handler wrote the response. */
function reportOf({
  sent,
  path = "/",
  method = "GET",
  route,
  options = {},
  accept,
  isRouted,
  ...failure
}: Failure): ErrorReport {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { ...options, onError: (report) => reports.push(report) });
  const header = (name: string) => (name === "accept" ? accept : undefined);
  const context: RequestContext = { method, path, header, route: () => route, isRouted: () => isRouted };
  const { status = 500, mediaType = "application/json", start = "{}" } = sent ?? {};
  const fields: Readonly<Record<string, string>> = { "content-type": mediaType };
  const written = { status, body: start, isWhole: true, header: (name: string) => fields[name] };
  const wouldSend =
    "thrown" in failure ? contract.respond(failure.thrown, context) : contract.replace(written, context);
  const [report] = reports;
  if (report === undefined || wouldSend === undefined) throw new TypeError("the contract would send nothing");
  const observed: ErrorReport = {
    ...report,
    outcome: "observed",
    reportOnly: { sent: { status, mediaType, start }, wouldSend },
  };
  noteSanitizer(observed, sanitizerOf(report));
  if (options.exposeMessages === true) noteExposed(observed);
  return observed;
}

function collected(...failures: readonly Failure[]): AdoptionReport {
  const adoption = adoptionReport();
  for (const failure of failures) adoption.add(reportOf(failure));
  return adoption;
}

class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const said = (message: string, status = 404): Sent => ({ status, start: JSON.stringify({ message }) });
const missing: Failure = { route: "/orders/:id", sent: said("There is no order 7.") };

const fail = (): never => {
  throw new Error("x");
};

describe("a report of a contract that only reports", () => {
  test("is counted by route and by kind, the most frequent first", () => {
    const unknown: Failure = { ...missing, thrown: new ApiError(404, "NO_ORDER", "There is no order 7.") };
    const { routes, ...rest } = collected(
      { route: "/orders", method: "POST", sent: said("The amount must be positive.", 422) },
      { path: "/nowhere/7", sent: { status: 404, mediaType: "text/html", start: "<!DOCTYPE html>" } },
      unknown,
      missing,
      missing,
    ).json();
    expect(routes.map(({ method, route, isPattern, count }) => [method, route, isPattern, count])).toEqual([
      ["GET", "/orders/:id", true, 3],
      ["GET", "/nowhere/:id", false, 1],
      ["POST", "/orders", true, 1],
    ]);
    const before = { status: 404, mediaType: "application/json", text: "There is no order 7." };
    expect(routes[0]?.changes).toEqual([
      {
        count: 2,
        source: "written",
        thrown: null,
        isUnknown: false,
        sentence: "lost",
        before,
        after: { status: 404, code: "acme_not_found", message: "What the request names does not exist." },
      },
      {
        count: 1,
        source: "thrown",
        thrown: "ApiError",
        isUnknown: true,
        sentence: "lost",
        before,
        after: { status: 500, code: "acme_internal_error", message: "The server failed to handle the request." },
      },
    ]);
    const line = 'recognizeClass(ApiError, { byCode: { NO_ORDER: "…" } })';
    expect({ ...rest, routes: [] }).toEqual({
      ...EMPTY,
      failures: 5,
      sameStatus: 3,
      sentences: { kept: 0, partly: 0, lost: 4, none: 1 },
      unknownClasses: [{ name: "ApiError", line, count: 1, statuses: [404], codes: ["NO_ORDER"] }],
    });
  });

  test.each([true, false])("says whether its contract exposes messages: %s", (exposeMessages) => {
    const { exposesMessages } = collected({ ...missing, options: { exposeMessages } }).json();
    expect(exposesMessages).toBe(exposeMessages);
  });

  test("shows that the option `exposeMessages` keeps a sentence", () => {
    const options = { exposeMessages: true };
    const { sentences } = collected(
      { ...missing, options },
      { ...missing, options, sent: said("The card was declined. Try another card.") },
    ).json();
    expect(sentences).toEqual({ kept: 1, partly: 1, lost: 0, none: 0 });
  });

  test("has the codes of a router's own responses where no route matched", () => {
    const { routes } = collected(
      { path: "/nowhere", isRouted: false, sent: { status: 404, mediaType: "text/plain", start: "Not Found" } },
      { path: "/seats", method: "PUT", sent: { status: 405, mediaType: "text/plain", start: "Method Not Allowed" } },
    ).json();
    const codes = routes.flatMap(({ changes }) => changes.map(({ after }) => after.code));
    expect(codes).toEqual(["acme_route_not_found", "acme_method_not_allowed"]);
  });

  test("shows the line that leaves another protocol out", () => {
    const graphql = {
      route: "/graphql",
      method: "POST",
      sent: { status: 400, start: '{"errors":[{"message":"Syntax error","locations":[]}],"data":null}' },
    };
    const page = {
      path: "/about/us",
      accept: "text/html",
      sent: { status: 404, mediaType: "text/html", start: "<h1>We could not find that page</h1>" },
    };
    const { otherProtocols, mistakes } = collected(graphql, page, page).json();
    expect(mistakes).toEqual([]);
    expect(otherProtocols).toEqual([
      {
        replaced: "an HTML page",
        line: 'appliesTo: (request) => !request.header("accept")?.includes("text/html")',
        routes: ["GET /about/us"],
      },
      {
        replaced: "an answer of GraphQL over HTTP",
        line: 'appliesTo: ({ path }) => path !== "/graphql"',
        routes: ["POST /graphql"],
      },
    ]);
  });
});

describe("what is added", () => {
  test("may be something other than a report", () => {
    const adoption = adoptionReport();
    const { add } = adoption;
    const odd: readonly unknown[] = [
      undefined,
      null,
      7,
      "x",
      [],
      Object.create(null),
      { outcome: "__proto__" },
      { reportOnly: { sent: { status: "404" }, wouldSend: null } },
      new Proxy({}, { get: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail }),
      Object.defineProperty({}, "reportOnly", { get: fail }),
    ];
    for (const value of odd) add(value as ErrorReport);
    expect(adoption.json().otherReports).toEqual([{ outcome: "unreadable", count: odd.length }]);
  });

  test("takes little memory, however much there is", () => {
    const adoption = adoptionReport({ maxRoutes: 3 });
    const report = reportOf(missing);
    const huge = "h".repeat(100_000);
    for (let index = 0; index < 100_000; index += 1) {
      const sent = { status: 400 + (index % 100), mediaType: `a/${index}`, start: `{"message":"no ${index}"}` };
      const route = index % 2 === 0 ? `/r${index % 10}` : undefined;
      adoption.add({
        ...report,
        route,
        path: `/p${index}x/${index % 1_000 === 0 ? huge : ""}`,
        misuse: `mistake ${index} ${index % 1_000 === 0 ? huge : ""}`,
        thrown: undefined,
        reportOnly: { sent, wouldSend: report.reportOnly?.wouldSend ?? fail() },
      });
    }
    const { failures, routes, notKept, mistakes } = adoption.json();
    expect([failures, routes.length, mistakes.length]).toEqual([100_000, 53, 50]);
    expect(routes[0]).toMatchObject({ count: 10_000, notKept: 9_980 });
    expect(routes[0]?.changes).toHaveLength(20);
    const listed = routes.reduce((sum, { count }) => sum + count, 0);
    expect(notKept).toEqual({ failures: 100_000 - listed, findings: 100_000 - 50 });
    expect(JSON.stringify(adoption.json()).length).toBeLessThan(300_000);
  });
});

describe("foreign strings", () => {
  const evil = "\u001b[31m\u202e<script>alert(1)</script>\u0007\u009b2J\r\n\"'&";
  class Evil extends Error {
    readonly status = 404;
  }
  Object.defineProperty(Evil, "name", { value: `Evil${evil}` });
  const failure: Failure = {
    route: `/r${evil}`,
    method: `GET${evil}`,
    thrown: new Evil(evil),
    sent: { status: 404, mediaType: `a/b${evil}`, start: JSON.stringify({ message: `The order is gone ${evil}` }) },
  };
  const adoption = collected(failure);
  adoption.add({ ...reportOf(failure), misuse: `mistake ${evil}` });

  test("leave nothing that a terminal or a reader does not see", () => {
    expect(JSON.stringify(adoption.json())).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  });

  test("show no credential, host or path, by the service's sanitizer too", () => {
    const key = `sk_live_${"a1B2".repeat(6)}`;
    const texts = collected(
      { ...missing, route: "/a", sent: said(`The key ${key} is not valid at db-1.internal.`) },
      { ...missing, route: "/b", sent: said(`Nothing at ${"/srv/app/secret".repeat(3)}/key.pem for it.`) },
      {
        ...missing,
        route: "/c",
        sent: { status: 500, start: `{"token":"${key}","n":"${"x".repeat(300)}`.slice(0, 200) },
      },
      { ...missing, route: "/d", sent: said(`${"An order ".repeat(18)}with ${key}`.slice(0, 186)) },
      {
        ...missing,
        route: "/e",
        sent: said("There is no such thing on fleet.acme.example here."),
        options: { sanitizer: createSanitizer({ internalHosts: ["acme.example"] }) },
      },
      { ...missing, route: "/f", thrown: new ApiError(404, key, "x") },
      { ...missing, route: `/g/${key}` },
      { path: `/reset/${key}`, sent: said("There is no such link.") },
    ).json();
    const shown = JSON.stringify(texts);
    expect(shown).not.toMatch(/sk_live|a1B2|db-1|\/srv|fleet/);
    expect(texts.routes.find(({ route }) => route === "/a")?.changes[0]?.before.text).toBe(
      "The key [credential] is not valid at [host]",
    );
  });
});

describe("the options", () => {
  test.each([1, 10_000])("may keep %i routes", (maxRoutes) => {
    expect(adoptionReport({ maxRoutes }).json().failures).toBe(0);
  });

  test("keep 200 routes by default", () => {
    const adoption = adoptionReport();
    const report = reportOf(missing);
    for (let index = 0; index < 202; index += 1) adoption.add({ ...report, route: `/r${index}` });
    const { routes, notKept } = adoption.json();
    expect([routes.length, notKept.failures]).toEqual([200, 2]);
  });

  test.each<[options: unknown, says: string]>([
    [null, "expected an object"],
    [200, "expected an object"],
    [{ routes: 1 }, "unknown option routes; the option is maxRoutes"],
    [{ maxRoutes: 0 }, "maxRoutes: expected an integer from 1 to 10,000"],
    [{ maxRoutes: "7" }, "maxRoutes"],
    [{ maxRoutes: 10_001 }, "maxRoutes"],
  ])("%j are refused", (options, says) => {
    expect(() => adoptionReport(options as { maxRoutes: number })).toThrow(says);
  });
});
