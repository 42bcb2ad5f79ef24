import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { errorField, quoted } from "../requests/answer.ts";
import { expectAnyError } from "./expect.ts";
import { findDefinition } from "./fields.ts";

export const ADDRESSES: readonly Definition[] = [
  {
    id: "ADR01",
    name: "SHOULD NOT use a code of an object for an address at which there is nothing",
    clause: "errors 3.1",
    check: async (probe) => {
      const answer = await probe.ask(probe.nowhere());
      if (answer.status !== 404) throw new Unjudged(`An unknown address is answered with ${answer.status}, not 404.`);
      const code = errorField(answer, "code");
      if (findDefinition(code)) throw faultOf(answer, `${quoted(code)} is the code of an object, not of an address.`);
    },
  },
  {
    id: "ADR02",
    name: "MUST answer a path that cannot be decoded with an error below 500, if with any",
    clause: "errors 1",
    check: async (probe) => {
      const answer = await probe.ask(probe.unreadable());
      if (answer.status >= 500) throw faultOf(answer, `The status is ${answer.status}, though the client is at fault.`);
      if (answer.status >= 400) expectAnyError(answer);
    },
  },
  {
    id: "ADR03",
    name: "MUST answer a method that an address does not have with an error below 500",
    clause: "errors 1",
    needs: ["routes.wrongMethod"],
    check: async (probe) => {
      const answer = await probe.ask(probe.requestOf(probe.route("wrongMethod")));
      expectAnyError(answer);
      if (answer.status >= 500) throw faultOf(answer, `The status is ${answer.status}, though the client is at fault.`);
    },
  },
  {
    id: "ADR04",
    name: "SHOULD answer a method that an address does not have with 405 and Allow",
    clause: "RFC 9110, section 15.5.6",
    needs: ["routes.wrongMethod"],
    check: async (probe) => {
      const answer = await probe.ask(probe.requestOf(probe.route("wrongMethod")));
      if (answer.status !== 405) throw faultOf(answer, `The status is ${answer.status}, not 405.`);
      if (answer.headers.get("allow") === null) throw faultOf(answer, "There is no `Allow`.");
    },
  },
];
