import { type FetchHandler, uhp } from "@uhp-errors/web";
import { type Answer, begin, type Db } from "./begin.ts";
import { contract } from "./contract.ts";

const responseOf = (answer: Answer) => new Response(answer.body.length > 0 ? answer.body.slice() : null, answer);

export function idempotent(db: Db, callerOf: (request: Request) => Promise<string>, handler: FetchHandler<[]>) {
  const covered = uhp(contract, handler);
  return async (request: Request): Promise<Response> => {
    const key = request.headers.get("idempotency-key");
    if (key === null) return covered(request);
    try {
      const { pathname, search } = new URL(request.url);
      const body = new Uint8Array(await request.clone().arrayBuffer());
      const keyed = { caller: await callerOf(request), key, method: request.method, path: pathname + search, body };
      const first = await begin(db, keyed);
      if (typeof first !== "function") return responseOf(first);
      const response = await covered(request);
      const { status, headers } = response;
      const read = await response.arrayBuffer().catch(() => undefined);
      const answer = read && { status, headers: Object.fromEntries(headers), body: new Uint8Array(read) };
      const sent = await first(answer);
      if (sent === undefined) throw new Error("the response broke off");
      return responseOf(sent);
    } catch (thrown) {
      return uhp(contract, () => Promise.reject(thrown))(request);
    }
  };
}
