import type { Definition } from "../audit.ts";
import { faultOf } from "../outcome.ts";
import { findLeak } from "./expect.ts";

export const LEAKS: readonly Definition[] = [
  {
    id: "LEK01",
    name: "MUST NOT repeat the token of a request",
    clause: "security 1",
    check: async (probe) => {
      const { token } = probe.settings;
      await probe.errors();
      const made = await probe.ask(probe.nowhere({ authorization: `Bearer ${probe.marker}t` }));
      const leak = findLeak(`${probe.marker}t`, made);
      if (leak !== undefined) throw faultOf(made, `A token that was made up is in ${leak}.`);
      if (token === undefined) return;
      for (const answer of await probe.samples()) {
        const place = findLeak(token, answer);
        if (place !== undefined) throw faultOf(answer, `The token is in ${place}.`);
      }
    },
  },
  {
    id: "LEK02",
    name: "SHOULD NOT repeat what header fields of a request hold",
    clause: "security 8",
    check: async (probe) => {
      const value = `${probe.marker}h`;
      const field = await probe.ask(probe.nowhere({ headers: { "X-Uhp-Check": value, Cookie: `check=${value}` } }));
      const version = await probe.ask(probe.nowhere({ version: value }));
      for (const [what, answer] of [
        ["field", field],
        ["version", version],
      ] as const) {
        const place = findLeak(value, answer);
        if (place !== undefined) throw faultOf(answer, `The ${what} that was sent is in ${place}.`);
      }
    },
  },
];
