import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import type { Answer } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { JSON_TYPE } from "../requests/sending.ts";
import type { RouteLine } from "../routes.ts";
import { expectAnyError } from "./expect.ts";

/** Within this many seconds, a stream without events sends a comment. */
const KEEP_ALIVE_SECONDS = 30;

function ask(probe: Probe, request: RouteLine, body: unknown) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return { ...probe.requestOf(request), headers: { ...JSON_TYPE, Accept: "text/event-stream" }, ...json };
}

function expectStream(answer: Answer): void {
  if (answer.status !== 200) throw faultOf(answer, `The status is ${answer.status}, not 200.`);
  const type = answer.headers.get("content-type") ?? "";
  if (!/^text\/event-stream\s*(?:;|$)/i.test(type)) throw faultOf(answer, "The answer is no text/event-stream.");
}

export const STREAMS: readonly Definition[] = [
  {
    id: "STR01",
    name: "MUST answer a request for a stream with text/event-stream",
    clause: "streaming 1",
    needs: ["routes.stream"],
    check: async (probe) => {
      const { request, body } = probe.route("stream");
      expectStream(await probe.ask({ ...ask(probe, request, body), headOnly: true }));
    },
  },
  {
    id: "STR02",
    name: "MUST answer a stream that is refused before it began with an ordinary error",
    clause: "errors 1",
    needs: ["routes.stream"],
    check: async (probe) => {
      const { request, wrong } = probe.route("stream");
      if (wrong === undefined) throw new Unjudged('The routes have no "stream.wrong".');
      expectAnyError(await probe.ask(ask(probe, request, wrong)));
    },
  },
  {
    id: "STR03",
    name: "SHOULD send a comment on a silent stream at least every 30 seconds",
    clause: "errors 5",
    needs: ["routes.silentStream"],
    check: async (probe) => {
      const { request, body, seconds = KEEP_ALIVE_SECONDS } = probe.route("silentStream");
      const answer = await probe.ask({ ...ask(probe, request, body), commentWithin: seconds });
      expectStream(answer);
      if (!/^:/m.test(answer.text)) throw faultOf(answer, `No comment came within ${seconds} s.`);
    },
  },
];
