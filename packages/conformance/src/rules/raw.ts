import { VERSION_HEADER } from "@uhp-errors/core";
import type { Definition } from "../audit.ts";
import { Fault, faultOf } from "../outcome.ts";
import type { Answer } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { CLOSED } from "../requests/sending.ts";
import { expectAnyError, expectError } from "./expect.ts";

/** Returns the bytes of a request without a body that asks to close the connection. */
function message({ settings, marker }: Probe, fields: readonly string[], line: (path: string) => string): string {
  const { host, pathname } = new URL(`${settings.base}/${marker}`);
  return [line(pathname), `Host: ${host}`, "Connection: close", ...fields, "", ""].join("\r\n");
}

function exchange(
  probe: Probe,
  fields: readonly string[],
  line = (path: string) => `GET ${path} HTTP/1.1`,
): Promise<Answer> {
  return probe.ask({ path: `/${probe.marker}`, raw: message(probe, fields, line) });
}

/** Expects an error, or no response at all. @throws Fault for another response */
async function expectRefusal(probe: Probe, fields: readonly string[], line?: (path: string) => string): Promise<void> {
  try {
    expectAnyError(await exchange(probe, fields, line));
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.message !== CLOSED) throw thrown;
  }
}

export const RAW: readonly Definition[] = [
  {
    id: "RAW01",
    name: "MUST answer what is no HTTP with an error, or close the connection",
    clause: "errors 1",
    needs: ["raw"],
    check: (probe) => expectRefusal(probe, [], () => "GET /a b c d"),
  },
  {
    id: "RAW02",
    name: "MUST answer a header of 100 kB with an error, or close the connection",
    clause: "errors 1",
    needs: ["raw"],
    check: (probe) => expectRefusal(probe, [`X-Uhp-Check: ${"x".repeat(100_000)}`]),
  },
  {
    id: "RAW03",
    name: "MUST answer a length that is no number with an error, or close the connection",
    clause: "errors 1",
    needs: ["raw"],
    check: (probe) => expectRefusal(probe, ["Content-Length: many"]),
  },
  {
    id: "RAW04",
    name: "MUST answer an expectation that it does not know with an error, if it refuses it",
    clause: "errors 1",
    needs: ["raw"],
    check: async (probe) => {
      const answer = await exchange(probe, ["Expect: 999-miracle"]);
      if (answer.status >= 400) expectAnyError(answer);
    },
  },
  {
    id: "RAW05",
    name: "SHOULD refuse two fields UHP-Version",
    clause: "lifecycle 1",
    needs: ["raw"],
    check: async (probe) => {
      const field = `${VERSION_HEADER}: ${probe.settings.version}`;
      expectError(await exchange(probe, [field, field]), 400, "unsupported_protocol_version");
    },
  },
  {
    id: "RAW06",
    name: "MUST answer HEAD without a body",
    clause: "RFC 9110, section 9.3.2",
    needs: ["raw"],
    check: async (probe) => {
      const answer = await exchange(probe, [], (path) => `HEAD ${path} HTTP/1.1`);
      if (answer.bytes.length > 0) throw faultOf(answer, `A body of ${answer.bytes.length} bytes follows the head.`);
    },
  },
];
