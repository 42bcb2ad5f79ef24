import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { type Answer, type Ask, errorField, quoted } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { expectError } from "./expect.ts";

/** Sends a request that needs a token, but with another token or none. @throws Unjudged if no such request is known */
async function unauthorized(probe: Probe, authorization: string | null): Promise<Answer> {
  const guarded = probe.settings.routes.protected;
  const ask: Ask = guarded === undefined ? probe.nowhere() : probe.requestOf(guarded);
  const answer = await probe.ask({ ...ask, authorization });
  if (guarded !== undefined || answer.status === 401) return answer;
  throw new Unjudged('An unknown address asks for no token, and the routes have no "protected".');
}

/** @throws Unjudged if requests without a token are not refused */
async function expectRefused(probe: Probe): Promise<void> {
  const answer = await unauthorized(probe, null);
  if (answer.status !== 401) throw new Unjudged("A request without a token was not refused; see AUT01.");
}

const CREDENTIAL = { missing: "missing_credential", invalid: "invalid_credential" } as const;

export const ACCESS: readonly Definition[] = [
  {
    id: "AUT01",
    name: "MUST answer a request without a token with 401 missing_credential",
    clause: "security 1",
    check: async (probe) => void expectError(await unauthorized(probe, null), 401, CREDENTIAL.missing),
  },
  {
    id: "AUT02",
    name: "MUST answer a request with an unknown token with 401 invalid_credential",
    clause: "security 1",
    check: async (probe) =>
      void expectError(await unauthorized(probe, `Bearer ${probe.marker}`), 401, CREDENTIAL.invalid),
  },
  {
    id: "AUT03",
    name: "MUST answer a request with a malformed token with 401 invalid_credential",
    clause: "security 1",
    check: async (probe) => void expectError(await unauthorized(probe, "Bearer %%% a b"), 401, CREDENTIAL.invalid),
  },
  {
    id: "AUT04",
    name: "MUST treat credentials other than a bearer token as missing",
    clause: "security 1",
    check: async (probe) => void expectError(await unauthorized(probe, "Basic dXNlcjpwYXNz"), 401, CREDENTIAL.missing),
  },
  {
    id: "AUT05",
    name: "SHOULD send WWW-Authenticate with every 401",
    clause: "RFC 9110, section 11.6.1",
    check: async (probe) => {
      await expectRefused(probe);
      for (const authorization of [null, `Bearer ${probe.marker}`]) {
        const answer = await unauthorized(probe, authorization);
        const challenge = answer.headers.get("www-authenticate");
        if (answer.status === 401 && challenge === null) throw faultOf(answer, "There is no `WWW-Authenticate`.");
      }
    },
  },
  {
    id: "AUT06",
    name: "MUST answer a request that the token does not allow with 403 insufficient_scope",
    clause: "security 1",
    needs: ["routes.forbidden"],
    check: async (probe) => {
      const { request, token } = probe.route("forbidden");
      const own = token === undefined ? {} : { authorization: `Bearer ${token}` };
      expectError(await probe.ask({ ...probe.requestOf(request), ...own }), 403, "insufficient_scope");
    },
  },
  {
    id: "OBJ01",
    name: "MUST answer for an object that does not exist with its code and 404",
    clause: "errors 3.1",
    needs: ["routes.objects"],
    check: async (probe) => {
      for (const [code, line] of Object.entries(probe.route("objects"))) {
        expectError(await probe.ask(probe.requestOf(line, { id: probe.marker })), 404, code);
      }
    },
  },
  {
    id: "OBJ02",
    name: "MUST answer for an object out of the caller's scope as for one that does not exist",
    clause: "security 2",
    needs: ["routes.foreign"],
    check: async (probe) => {
      for (const { request, id } of probe.route("foreign")) {
        const absent = await probe.ask(probe.requestOf(request, { id: probe.marker }));
        if (absent.status < 400) throw faultOf(absent, `An id that was made up is answered with ${absent.status}.`);
        const foreign = await probe.ask(probe.requestOf(request, { id }));
        // If every id is refused, for example with 401, the responses prove nothing.
        const isAbsent = absent.status === 404 || foreign.status !== absent.status;
        if (!isAbsent) throw new Unjudged(`An id that was made up is answered with ${absent.status}, not 404.`);
        for (const [what, one, other] of differing(foreign, absent, [id, probe.marker])) {
          if (one !== other)
            throw faultOf(foreign, `${what} is ${quoted(one)}, and ${quoted(other)} where nothing exists.`);
        }
      }
    },
  },
];

/** Returns the parts of a response that must be the same in both. Messages may contain the ids that were asked for. */
function differing(
  foreign: Answer,
  absent: Answer,
  [id, madeUp]: readonly [id: string, madeUp: string],
): readonly (readonly [what: string, one: unknown, other: unknown])[] {
  const expected = errorField(absent, "message");
  const message = typeof expected === "string" ? expected.replaceAll(madeUp, () => id) : expected;
  const fields = ["type", "code", "param"].map(
    (name) => [`\`${name}\``, errorField(foreign, name), errorField(absent, name)] as const,
  );
  return [
    ["The status", foreign.status, absent.status],
    ...fields,
    ["`message`", errorField(foreign, "message"), message],
  ];
}
