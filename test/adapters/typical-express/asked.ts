import { start as startBefore } from "../../../examples/typical-express/before.ts";
import type { Expectation, Step } from "../../../examples/typical-express/requests.ts";
import { start as startAfter } from "../../../examples/typical-express/server.ts";
import { type Received, send } from "../../support/http.ts";

/** The shop's answers before adoption, and with the contract. */
export interface Pair {
  readonly was: Received;
  readonly is: Received;
}

/** Sends the same requests to both shops, each freshly started. A connection that breaks off counts as status 0. */
export async function asked({ first = [], request }: Pick<Expectation, "first" | "request">): Promise<Pair> {
  const steps = [...first, request];
  return { was: await lastAnswer(startBefore, steps), is: await lastAnswer(startAfter, steps) };
}

const BROKEN: Received = { status: 0, reason: "", headers: {}, rawHeaders: [], body: "the connection breaks off" };

/** Sends the steps in one session, as a browser would, and returns the response to the last. */
async function lastAnswer(start: typeof startBefore, steps: readonly Step[]): Promise<Received> {
  const { url, close } = await start();
  try {
    let last = BROKEN;
    let cookie: string | undefined;
    for (const { headers, ...step } of steps) {
      const session = cookie === undefined ? {} : { Cookie: cookie };
      last = await send(url, { ...step, headers: { ...headers, ...session } }).catch(() => BROKEN);
      cookie = last.headers["set-cookie"]?.split(";")[0] ?? cookie;
    }
    return last;
  } finally {
    await close();
  }
}

/** The two header fields that the contract adds to what it does not replace. */
const ADDED: readonly string[] = ["uhp-version", "x-request-id"];

/** A response as a client sees it: its header lines in order, without what the contract adds and what is random. */
export function seenBy({ status, reason, rawHeaders, body }: Received) {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : []));
  const kept = lines.filter(([name = ""]) => !ADDED.includes(name.toLowerCase()));
  return {
    status,
    reason,
    headers: kept.map(
      ([name = "", value = ""]) => `${name}: ${name === "Date" ? "…" : value.replace(/connect\.sid=[^;]+/, "…")}`,
    ),
    body,
  };
}
