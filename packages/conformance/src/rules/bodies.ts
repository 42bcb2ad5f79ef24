import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { own, quoted } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { JSON_TYPE } from "../requests/sending.ts";
import { expectError, findLeak } from "./expect.ts";

const INVALID = "invalid_input";

async function wrongField(probe: Probe) {
  const { request, wrong, param } = probe.route("json");
  if (wrong === undefined) throw new Unjudged('The routes have no "json.wrong".');
  const answer = await probe.ask({ ...probe.requestOf(request), headers: JSON_TYPE, body: JSON.stringify(wrong) });
  return { answer, param };
}

export const BODIES: readonly Definition[] = [
  {
    id: "BDY01",
    name: "MUST answer JSON that does not parse with 400 invalid_input",
    clause: "errors 3.1",
    needs: ["routes.json"],
    check: async (probe) =>
      void expectError(await probe.ask(probe.brokenJson(probe.route("json").request)), 400, INVALID),
  },
  {
    id: "BDY02",
    name: "SHOULD NOT repeat a body that does not parse",
    clause: "security 8",
    needs: ["routes.json"],
    check: async (probe) => {
      const answer = await probe.ask(probe.brokenJson(probe.route("json").request));
      // V8's message repeats the ten characters after the mistake, and no more.
      const place = findLeak(probe.marker.slice(0, 10), answer);
      if (place !== undefined) throw faultOf(answer, `A part of the body that was sent is in ${place}.`);
      if (answer.status < 400) throw new Unjudged("The body was not refused; see BDY01.");
    },
  },
  {
    id: "BDY03",
    name: "MUST answer a field of the wrong type with 400 invalid_input",
    clause: "errors 3.1",
    needs: ["routes.json"],
    check: async (probe) => void expectError((await wrongField(probe)).answer, 400, INVALID),
  },
  {
    id: "BDY04",
    name: "MUST name the field of the wrong type in `param`",
    clause: "errors 1",
    needs: ["routes.json"],
    check: async (probe) => {
      const { answer, param } = await wrongField(probe);
      if (param === undefined) throw new Unjudged('The routes have no "json.param".');
      const given = own(expectError(answer, 400, INVALID), "param");
      if (given !== param) throw faultOf(answer, `\`param\` is ${quoted(given)}, not ${quoted(param)}.`);
    },
  },
  {
    id: "BDY05",
    name: "SHOULD answer a body in an unknown charset with 400 invalid_input",
    clause: "errors 3.1",
    needs: ["routes.json"],
    check: async (probe) => {
      const headers = { "Content-Type": "application/json; charset=x-unknown" };
      const ask = { ...probe.requestOf(probe.route("json").request), headers, body: "{}" };
      expectError(await probe.ask(ask), 400, INVALID);
    },
  },
  {
    id: "BDY06",
    name: "SHOULD answer a body that is not compressed as it says with 400 invalid_input",
    clause: "errors 3.1",
    needs: ["routes.json"],
    check: async (probe) => {
      const headers = { ...JSON_TYPE, "Content-Encoding": "gzip" };
      const ask = { ...probe.requestOf(probe.route("json").request), headers, body: "no gzip" };
      expectError(await probe.ask(ask), 400, INVALID);
    },
  },
];
