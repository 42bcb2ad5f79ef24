import { createContract, type ErrorReport } from "@uhp-errors/core";
import { CASES } from "../../conformance/cases/index.ts";
import { acme } from "../../support/catalog.ts";
import type { App, Fetch } from "./app.ts";
import { APPS } from "./apps.ts";
import type { Exchange } from "./exchange.ts";
import { EXCHANGES } from "./exchanges.ts";
import { lacked } from "./lacked.ts";
import { upstream } from "./upstream.ts";

/**
 * What every runtime serves: the app that the last request to `/control/run` has chosen. `/control/seen` returns what its contract has
 * reported since, what the runtime lacked for it, and whether the app has got a request.
 */
export default { fetch: (request: Request) => answer(request) };

let chosen: Fetch = () => new Response("nothing was chosen", { status: 500 });
let reports: Pick<ErrorReport, "outcome" | "code" | "status">[] = [];
let isAsked = false;

function answer(request: Request): Response | Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/control/seen") return Response.json({ reports, lacked, isAsked });
  if (pathname !== "/control/run") {
    const answered = upstream(pathname) ?? chosen(request);
    isAsked = true;
    return answered;
  }
  try {
    chosen = choose(searchParams);
    return new Response("chosen");
  } catch (thrown) {
    return new Response(String(thrown), { status: 500 });
  }
}

function choose(wanted: URLSearchParams): Fetch {
  const app: App | undefined = APPS[wanted.get("app") as keyof typeof APPS];
  const example = CASES.find(({ id }) => id === wanted.get("case"));
  const exchange = EXCHANGES.find(({ name }) => name === wanted.get("exchange"));
  if (app === undefined || (example ?? exchange) === undefined) throw new Error(`there is no ${wanted}`);
  const own: typeof reports = [];
  reports = own;
  lacked.length = 0;
  isAsked = false;
  const onError = ({ outcome, code, status }: ErrorReport) => void own.push({ outcome, code, status });
  const contract = createContract(acme, { onError, ...example?.options });
  if (example !== undefined) return app.cases(contract, example.handler ?? (() => {}));
  const handler: Fetch = (request) => (exchange as Exchange).answer(request, contract);
  return app.fetches(wanted.has("bare") ? undefined : contract, handler);
}
