import { createContract, parseEnvelope } from "@uhp-errors/core";
import { acme } from "../../support/catalog.ts";
import { during } from "../../support/drivers.ts";
import { type Received, send } from "../../support/http.ts";
import { SECRET_VALUES } from "../../support/secrets.ts";
import type { Driver, Handler } from "../drivers/driver.ts";
import { BODIES, errorsOf, SITUATIONS, type Situation } from "./situations.ts";

/** The responses to a situation on one server: one string for all the ways to write it, and one for all the ways to throw it. */
export interface Outcome {
  readonly situation: Situation;
  readonly written: string;
  readonly thrown: string;
  /** The response to a HEAD request, which has no code. */
  readonly head: string;
}

/** Tries every situation on a server. */
export async function outcomesOn(driver: Driver): Promise<readonly Outcome[]> {
  const contract = createContract(acme, {
    onError: () => {},
    errorHeaderFilter: { drop: ["x-should-retry", "retry-after-ms"] },
  });
  const open = await driver.start(contract, handle);
  return during(open, async (url) => {
    const guarded = await driver.start(contract, handle, () => ({}));
    return during(guarded, async (guardedUrl) => {
      const outcomes: Outcome[] = [];
      for (const [index, situation] of SITUATIONS.entries()) {
        const ask = (way: string, method = "GET") =>
          send(situation.behindBearer ? guardedUrl : url, {
            method,
            path: `/${situation.isUnrouted ? "nowhere" : "case"}?situation=${index}&${way}`,
            headers: situation.sent ?? {},
          });
        const bodies = BODIES.map((_, body) => `body=${body}`);
        const errors = situation.isUnrouted ? [] : errorsOf(situation).map((_, error) => `error=${error}`);
        const written = await Promise.all(bodies.map((way) => ask(way)));
        const thrown = await Promise.all(errors.map((way) => ask(way)));
        const heads = await Promise.all([...bodies.slice(0, 1), ...errors.slice(0, 1)].map((way) => ask(way, "HEAD")));
        outcomes.push({ situation, written: allOf(written), thrown: allOf(thrown), head: allOf(heads) });
      }
      return outcomes;
    });
  });
}

/** Answers as the query says. */
const handle: Handler = ({ url, reply }) => {
  const query = new URL(url).searchParams;
  const situation = SITUATIONS[Number(query.get("situation"))] as Situation;
  const error = query.get("error");
  if (error !== null) throw errorsOf(situation)[Number(error)];
  const { challenge, status } = situation;
  reply(status, BODIES[Number(query.get("body"))], challenge === undefined ? {} : { "WWW-Authenticate": challenge });
};

/** What several responses say, each distinct one once. */
function allOf(answers: readonly Received[]): string {
  return [...new Set(answers.map(shown))].join("<br>");
}

/** The status, the code, and the challenge where there is one. */
function shown({ status, headers, body }: Received): string {
  if (SECRET_VALUES.some((value) => body.includes(value))) return "a secret";
  const code = parseEnvelope(body)?.error.code.replace(/^acme_/, "<vendor>_");
  const challenge = headers["www-authenticate"];
  const shownCode = code === undefined && body === "" ? "" : ` \`${code ?? body}\``;
  return `${status}${shownCode}${challenge === undefined ? "" : ` with \`${challenge}\``}`;
}

const HEAD = "| status written or thrown | response |";

/** A page whose table is replaced by these outcomes. The written and the thrown ones must be the same. */
export function withTable(page: string, outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .filter((outcome, index) => !isGeneral(outcome) && !repeats(outcome, outcomes[index - 1]))
    .map(
      ({ situation: { status, says }, written }) =>
        `| ${status}${says === undefined ? "" : `, ${says}`} | ${written} |`,
    );
  const table = [HEAD, "| --- | --- |", ...rows, "| any other | the status, and `<vendor>_http_<status>` |", ""].join(
    "\n",
  );
  return page.replace(/^\| status written or thrown .*\n(?:\|.*\n)*/m, () => table);
}

/** Whether the outcome is the general one, for a status without its own code. */
function isGeneral({ situation: { status }, written }: Outcome): boolean {
  return written === `${status} \`<vendor>_http_${status}\``;
}

/** Whether the situation before it has the same status and the same outcome. */
function repeats({ situation, written }: Outcome, previous: Outcome | undefined): boolean {
  return previous?.situation.status === situation.status && previous.written === written;
}
