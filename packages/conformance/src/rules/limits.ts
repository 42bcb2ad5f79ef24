import { isRecord } from "@uhp-errors/core/internal";
import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { type Answer, own, quoted } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { expectError } from "./expect.ts";

function upload(probe: Probe): Promise<Answer> {
  const { request, field, bytes } = probe.route("upload");
  return probe.ask({ ...probe.requestOf(request), body: { field, bytes } });
}

/** Sends requests until one is refused. @throws Unjudged if none is */
async function limited(probe: Probe): Promise<Answer> {
  const { request, requests } = probe.route("limited");
  for (let sent = 1; sent <= requests; sent += 1) {
    // Later audits get the kept response.
    const answer = await probe.ask({ ...probe.requestOf(request), headers: { "X-Uhp-Check": `${sent}` } });
    if (answer.status === 429) return answer;
  }
  throw new Unjudged(`None of ${requests} requests was answered with 429.`);
}

/** Whether a string is an HTTP date. `Date.parse` alone accepts "1.5" and "soon 5". */
function isDate(text: string): boolean {
  return /^[A-Z][a-z]+, .* \d\d:\d\d:\d\d GMT$/.test(text) && !Number.isNaN(Date.parse(text));
}

export const LIMITS: readonly Definition[] = [
  {
    id: "LIM01",
    name: "MUST answer an upload over the limit with 413 file_too_large",
    clause: "errors 3.1",
    needs: ["routes.upload"],
    check: async (probe) => void expectError(await upload(probe), 413, "file_too_large"),
  },
  {
    id: "LIM02",
    name: "MUST state the limit of an upload in detail.max_bytes",
    clause: "errors 3.1",
    needs: ["routes.upload"],
    check: async (probe) => {
      const answer = await upload(probe);
      const detail = own(expectError(answer, 413), "detail");
      const limit = isRecord(detail) ? own(detail, "max_bytes") : undefined;
      const isLimit = Number.isSafeInteger(limit) && (limit as number) > 0;
      if (!isLimit || (limit as number) >= probe.route("upload").bytes) {
        throw faultOf(
          answer,
          `\`detail.max_bytes\` is ${quoted(limit)}, and a file of ${probe.route("upload").bytes} bytes was refused.`,
        );
      }
    },
  },
  {
    id: "LIM03",
    name: "MUST answer a request over the rate limit with rate_limited or quota_exhausted",
    clause: "errors 3.2",
    needs: ["routes.limited"],
    check: async (probe) => {
      const answer = await limited(probe);
      const code = own(expectError(answer, 429), "code");
      if (code !== "rate_limited" && code !== "quota_exhausted") {
        throw faultOf(answer, `The code is ${quoted(code)}, not rate_limited or quota_exhausted.`);
      }
    },
  },
  {
    id: "LIM04",
    name: "SHOULD say in Retry-After when a rate limit has passed",
    clause: "errors 4",
    needs: ["routes.limited"],
    check: async (probe) => {
      const answer = await limited(probe);
      const after = answer.headers.get("retry-after");
      if (after === null) throw faultOf(answer, "There is no `Retry-After`.");
      if (!/^\d{1,10}$/.test(after) && !isDate(after)) {
        throw faultOf(answer, `\`Retry-After\` is ${quoted(after)}, neither seconds nor a date.`);
      }
    },
  },
];
