import { CODES, type CodeDefinition, sanitizeMessage, VERSIONS, type Version } from "@uhp-errors/core";
import type { DetailFields } from "@uhp-errors/core/codes";
import { isRecord, misfitIn } from "@uhp-errors/core/internal";
import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { type Answer, errorField, own, quoted, readBody } from "../requests/answer.ts";
import type { Probe } from "../requests/probe.ts";
import { CANNOT_TELL, type Judgement } from "./envelope.ts";
import { expectAnyError, findLeak } from "./expect.ts";
import { hasVendorPrefix, misfitOf } from "./fields.ts";
import { refusesVersion } from "./versions.ts";

type Row = readonly [code: string, definition: CodeDefinition];

function auditedCodes({ settings }: Probe): readonly Row[] {
  return Object.entries<CodeDefinition>(CODES).filter(([, { since }]) => since <= settings.version);
}

const ofRequests = (probe: Probe) => auditedCodes(probe).filter(([, { where }]) => where === "request");
const ofTasks = (probe: Probe) => auditedCodes(probe).filter(([, { where }]) => where !== "request");

function raised(probe: Probe, code: string, version: Version = probe.settings.version): Promise<Answer> {
  const ask = probe.requestOf(probe.route("raise"), { code });
  return probe.ask(version === probe.settings.version ? ask : { ...ask, version });
}

/**
 * @throws Fault for the first code with a fault, with the names of all that have one; Unjudged if none can be judged
 */
async function judgeEach(probe: Probe, rows: readonly Row[], judge: (row: Row, answer: Answer) => Judgement) {
  const wrong: { code: string; reason: string; answer: Answer }[] = [];
  let judged = 0;
  for (const row of rows) {
    const answer = await raised(probe, row[0]);
    const reason = judge(row, answer);
    if (reason !== CANNOT_TELL) judged += 1;
    if (typeof reason === "string") wrong.push({ code: row[0], reason, answer });
  }
  if (judged === 0) throw new Unjudged("No code was answered as was asked for; see COD01 and TSK01.");
  const [first, ...others] = wrong;
  if (first === undefined) return;
  const also =
    others.length === 0 ? "" : ` So are ${others.length} others: ${others.map(({ code }) => code).join(", ")}.`;
  throw faultOf(first.answer, `${first.reason}${also}`);
}

function taskError(answer: Answer): unknown {
  const body = readBody(answer);
  return "value" in body ? own(body.value, "error") : undefined;
}

function codesAfter(version: Version): readonly string[] {
  const newer = Object.entries<CodeDefinition>(CODES).filter(
    ([, { since, where }]) => since > version && where === "request",
  );
  return newer.map(([code]) => code);
}

async function servesVersion(probe: Probe, [code = ""]: readonly string[], version: Version): Promise<boolean> {
  return !refusesVersion(await raised(probe, code, version));
}

/** Whether a client of the audited version can get one of these codes. */
async function raisesAny(probe: Probe, codes: readonly string[]): Promise<boolean> {
  for (const code of codes) {
    if (errorField(await raised(probe, code), "code") === code) return true;
  }
  return false;
}

/** @throws Fault for the first response that has a code which its version does not have */
async function expectNone(probe: Probe, newer: readonly string[], version: Version): Promise<void> {
  for (const code of newer) {
    const answer = await raised(probe, code, version);
    const given = own(expectAnyError(answer), "code");
    if (newer.some((one) => one === given)) throw faultOf(answer, `${quoted(given)} is newer than ${version}.`);
  }
}

export const CODE_RULES: readonly Definition[] = [
  {
    id: "COD01",
    name: "MUST send each code of the specification with its own status and type",
    clause: "errors 3",
    needs: ["routes.raise"],
    check: (probe) =>
      judgeEach(probe, ofRequests(probe), ([code, definition], answer) => {
        const given = errorField(answer, "code");
        if (given !== code) return `${code} was asked for, and the answer is ${answer.status} ${quoted(given)}.`;
        return misfitOf(code, definition, answer);
      }),
  },
  {
    id: "COD02",
    name: "MUST send the detail of each code that has one",
    clause: "errors 3",
    needs: ["routes.raise"],
    check: (probe) =>
      judgeEach(probe, ofRequests(probe), ([code, { detail: fields }], answer) => {
        if (fields === undefined || errorField(answer, "code") !== code) return CANNOT_TELL;
        // If all fields of a code are optional, it may have no detail.
        const misfit = misfitIn(fields as DetailFields, errorField(answer, "detail") ?? {});
        return misfit === undefined ? undefined : `${code}: \`detail.${misfit.name}\` is missing or of the wrong kind.`;
      }),
  },
  {
    id: "COD03",
    name: "MUST NOT send a code to a client of a version that does not have it",
    clause: "lifecycle 1",
    needs: ["routes.raise"],
    check: async (probe) => {
      let [serves, raises] = [false, false];
      for (const version of VERSIONS) {
        const newer = codesAfter(version);
        if (newer.length === 0 || !(await servesVersion(probe, newer, version))) continue;
        serves = true;
        raises ||= probe.settings.version <= version || (await raisesAny(probe, newer));
        await expectNone(probe, newer, version);
      }
      if (!serves) throw new Unjudged("No version is served that lacks a code.");
      if (!raises) throw new Unjudged("No newer code was answered to anybody; see COD01.");
    },
  },
  {
    id: "TSK01",
    name: "MUST answer a task that failed with 200, and with how it ended in `status`",
    clause: "errors 3.3",
    needs: ["routes.raise"],
    check: (probe) =>
      judgeEach(probe, ofTasks(probe), ([code, { where }], answer) => {
        if (answer.status !== 200) return `${code} ends a task, and the answer has status ${answer.status}.`;
        const body = readBody(answer);
        const wanted = where === "failed_task" ? "failed" : "cancelled";
        const given = "value" in body ? own(body.value, "status") : undefined;
        return given === wanted ? undefined : `With ${code} \`status\` is ${quoted(given)}, not "${wanted}".`;
      }),
  },
  {
    id: "TSK02",
    name: "MUST give a task that failed an error with its five fields",
    clause: "errors 3.3",
    needs: ["routes.raise"],
    check: (probe) =>
      judgeEach(probe, ofTasks(probe), ([code, { where, type }], answer) => {
        const error = taskError(answer);
        if (answer.status !== 200) return CANNOT_TELL;
        if (error === null && where === "cancelled_task") return undefined;
        if (!isRecord(error)) return `With ${code} there is no object \`error\` in the response.`;
        const missing = ["type", "code", "message", "param", "detail"].filter((name) => !Object.hasOwn(error, name));
        if (missing.length > 0) return `The error of ${code} lacks ${missing.join(", ")}.`;
        const isSame = own(error, "code") === code && own(error, "type") === type;
        return isSame ? undefined : `${code} was asked for, and the error is ${quoted(own(error, "code"))}.`;
      }),
  },
  {
    id: "ERR01",
    name: "MUST answer an unexpected error with a server_error under a vendor's code",
    clause: "errors 2",
    needs: ["routes.crash"],
    check: async (probe) => {
      const answer = await probe.ask(probe.requestOf(probe.route("crash").request));
      const error = expectAnyError(answer, "a server_error");
      const { type, code } = error;
      if (answer.status < 500 || type !== "server_error")
        throw faultOf(answer, `It is ${answer.status} ${quoted(type)}.`);
      if (!hasVendorPrefix(String(code))) throw faultOf(answer, `${quoted(code)} has no vendor's prefix.`);
    },
  },
  {
    id: "ERR02",
    name: "MUST NOT show anything of an unexpected error",
    clause: "security 8",
    needs: ["routes.crash"],
    check: async (probe) => {
      const { request, hides = [] } = probe.route("crash");
      const answer = await probe.ask(probe.requestOf(request));
      const shown = hides.find((text) => findLeak(text, answer) !== undefined);
      if (shown !== undefined) throw faultOf(answer, `The answer holds ${quoted(shown)}.`);
      const stack = sanitizeMessage(answer.text).removed.find(({ kind }) => kind === "stack");
      if (stack !== undefined) throw faultOf(answer, "The answer holds a stack trace.");
      if (answer.status < 500) throw new Unjudged(`The status is ${answer.status}: nothing failed; see ERR01.`);
    },
  },
  {
    id: "RET01",
    name: "MAY tell clients in x-should-retry whether to send a request again",
    clause: "errors 4",
    check: async (probe) => {
      for (const answer of await probe.errors()) {
        const says = answer.headers.get("x-should-retry");
        if (says !== "true" && says !== "false") throw faultOf(answer, `\`x-should-retry\` is ${quoted(says)}.`);
      }
    },
  },
];
