import { VERSION_HEADER, VERSIONS } from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/internal";
import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { type Answer, errorField, own, quoted } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { expectError } from "./expect.ts";

const REFUSED = "unsupported_protocol_version";
const UNSERVED = "1999-01-01";

export function refusesVersion(answer: Answer): boolean {
  return answer.status === 400 && errorField(answer, "code") === REFUSED;
}

async function expectRefusal(probe: Probe, version: string): Promise<Answer> {
  const answer = await probe.ask(probe.nowhere({ version }));
  expectError(answer, 400, REFUSED);
  return answer;
}

/** Returns the refusal of a version. @throws Unjudged if none is refused, because one that is not refused then shows nothing */
async function refusal(probe: Probe): Promise<Answer> {
  const answer = await probe.ask(probe.nowhere({ version: UNSERVED }));
  if (refusesVersion(answer)) return answer;
  throw new Unjudged("The version was not refused; see VER01.");
}

/** What a response says about the end of its version. */
interface Announced {
  readonly answer: Answer;
  readonly deprecation: string | null;
  readonly sunset: string | null;
}

/** Returns what the samples in the audited version say about its end. */
async function announcedBy(probe: Probe): Promise<readonly Announced[]> {
  const answers = (await probe.samples()).filter(
    ({ headers }) => headers.get(VERSION_HEADER) === probe.settings.version,
  );
  return answers.map((answer) => ({
    answer,
    deprecation: answer.headers.get("Deprecation"),
    sunset: answer.headers.get("Sunset"),
  }));
}

/** Reads a date of a structured field (RFC 9651, section 3.3.7). */
function readDate(value: string): Date | undefined {
  const date = new Date(Number(/^@(-?\d{1,15})$/.exec(value)?.[1] ?? Number.NaN) * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Reads an HTTP-date in the form that senders must use (RFC 9110, section 5.6.7). */
function readHttpDate(value: string): Date | undefined {
  const date = new Date(value);
  return date.toUTCString() === value ? date : undefined;
}

export const VERSION_RULES: readonly Definition[] = [
  {
    id: "VER01",
    name: "MUST refuse a version that it does not serve with unsupported_protocol_version",
    clause: "lifecycle 1",
    check: async (probe) => void (await expectRefusal(probe, UNSERVED)),
  },
  {
    id: "VER02",
    name: "MUST list the versions that it serves in the refusal",
    clause: "lifecycle 1",
    check: async (probe) => {
      const answer = await refusal(probe);
      const detail = errorField(answer, "detail");
      const supported = isRecord(detail) ? own(detail, "supported") : undefined;
      if (!Array.isArray(supported) || supported.length === 0 || !supported.every((one) => typeof one === "string")) {
        throw faultOf(answer, `\`detail.supported\` is ${quoted(supported)}, not a list of versions.`);
      }
      const { version } = probe.settings;
      if (!supported.includes(version)) throw faultOf(answer, `\`detail.supported\` does not list ${version}.`);
    },
  },
  {
    id: "VER03",
    name: "MUST serve the version whose rules are audited",
    clause: "lifecycle 1",
    check: async (probe) => {
      const answer = await probe.ask(probe.nowhere());
      if (refusesVersion(answer)) throw faultOf(answer, `Version ${probe.settings.version} is refused.`);
      await refusal(probe);
    },
  },
  {
    id: "VER04",
    name: "MUST state the version of every answer in UHP-Version",
    clause: "lifecycle 1",
    check: async (probe) => {
      for (const answer of await probe.samples()) {
        const stated = answer.headers.get(VERSION_HEADER);
        if (stated === null || stated === "") throw faultOf(answer, `There is no \`${VERSION_HEADER}\`.`);
        const asked = answer.ask.version === undefined ? probe.settings.version : stated;
        if (stated !== asked)
          throw faultOf(answer, `\`${VERSION_HEADER}\` is ${quoted(stated)}, and ${asked} was asked for.`);
      }
    },
  },
  {
    id: "VER05",
    name: "SHOULD serve a request that names no version",
    clause: "lifecycle 1",
    check: async (probe) => {
      const answer = await probe.ask(probe.nowhere({ version: null }));
      if (refusesVersion(answer)) throw faultOf(answer, "A request without a version is refused.");
      await refusal(probe);
    },
  },
  {
    id: "VER06",
    name: "SHOULD refuse a version before it asks for a token",
    clause: "lifecycle 1",
    check: async (probe) => {
      await refusal(probe);
      const guarded = probe.settings.routes.protected;
      const ask = guarded === undefined ? probe.nowhere() : probe.requestOf(guarded);
      expectError(await probe.ask({ ...ask, version: UNSERVED, authorization: null }), 400, REFUSED);
    },
  },
  {
    id: "VER07",
    name: "SHOULD refuse a list of versions",
    clause: "lifecycle 1",
    check: async (probe) => void (await expectRefusal(probe, VERSIONS.join(", "))),
  },
  {
    id: "VER08",
    name: "MUST write Deprecation as a date and Sunset as an HTTP-date that is not before it",
    clause: "RFC 9745, section 4",
    check: async (probe) => {
      for (const { answer, deprecation, sunset } of await announcedBy(probe)) {
        const since = deprecation === null ? undefined : readDate(deprecation);
        const end = sunset === null ? undefined : readHttpDate(sunset);
        if (deprecation !== null && since === undefined)
          throw faultOf(answer, `\`Deprecation\` is ${quoted(deprecation)}, not \`@\` and seconds since 1970.`);
        if (sunset !== null && end === undefined)
          throw faultOf(
            answer,
            `\`Sunset\` is ${quoted(sunset)}, not a date such as \`Tue, 01 Jun 2027 00:00:00 GMT\`.`,
          );
        if (since !== undefined && end !== undefined && end < since)
          throw faultOf(answer, "`Sunset` is before `Deprecation`.");
      }
    },
  },
  {
    id: "VER09",
    name: "SHOULD announce the end of a version in errors and successes alike",
    clause: "RFC 8594, section 3",
    check: async (probe) => {
      const [first, ...others] = await announcedBy(probe);
      for (const { answer, deprecation, sunset } of others) {
        if (deprecation === first?.deprecation && sunset === first.sunset) continue;
        const told = `\`Deprecation\` is ${quoted(deprecation)} and \`Sunset\` is ${quoted(sunset)}`;
        throw faultOf(answer, `${told}, elsewhere ${quoted(first?.deprecation)} and ${quoted(first?.sunset)}.`);
      }
    },
  },
  {
    id: "VER10",
    name: "MAY serve a version that is not deprecated",
    clause: "RFC 9745, section 2",
    check: async (probe) => {
      const day = (date: Date | undefined) => date?.toISOString().slice(0, 10);
      for (const { answer, deprecation, sunset } of await announcedBy(probe)) {
        const [since, end] = [day(readDate(deprecation ?? "")), day(readHttpDate(sunset ?? ""))];
        if (since === undefined && end === undefined) continue;
        const told = [since && `is deprecated as of ${since}`, end && `ends on ${end}`].filter(Boolean).join(" and ");
        throw faultOf(answer, `Version ${probe.settings.version} ${told}.`);
      }
    },
  },
];
