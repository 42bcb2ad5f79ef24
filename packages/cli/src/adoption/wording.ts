import type { AdoptionChange, AdoptionRoute, AdoptionSummary, UnknownClass } from "@uhp-errors/core/adoption";
import { counted } from "../reports/counted.ts";

export function headline({ failures, sameStatus, sentences, routes, notKept }: AdoptionSummary): string {
  if (failures === 0) return "No failures were reported.";
  const places = `${counted(routes.length, "route")}${notKept.failures > 0 ? " and more" : ""}`;
  const statuses = `${sameStatus} ${sameStatus === 1 ? "keeps its status" : "keep their status"}, ${failures - sameStatus} ${failures - sameStatus === 1 ? "gets" : "get"} another`;
  return `${counted(failures, "failure")} on ${places}: ${statuses}. ${describeSentences(sentences)}`;
}

function describeSentences({ kept, partly, lost }: AdoptionSummary["sentences"]): string {
  const all = kept + partly + lost;
  if (all === 0) return "No response had a sentence.";
  const inPart = partly > 0 ? `, ${partly} in part` : "";
  return `${counted(all, "sentence")}: ${kept} kept${inPart}, ${lost} lost.`;
}

export function describeStatus({ before, after }: AdoptionChange): string {
  if (before.status === after.status) return String(after.status);
  return `${before.status === 0 ? "none" : before.status} → ${after.status}`;
}

export const FATES: Readonly<Record<AdoptionChange["sentence"], string>> = {
  kept: "kept",
  partly: "kept in part",
  lost: "lost",
  none: "none",
};

export function fateIn({ sentence, before }: AdoptionChange): string {
  return sentence === "none" && before.mediaType === "text/html" && before.text === "" ? "HTML page" : FATES[sentence];
}

export function describeSource({ source, thrown, isUnknown }: AdoptionChange): string {
  if (source !== "thrown") return source;
  return `${isUnknown ? "unknown" : "thrown"} ${thrown ?? ""}`.trimEnd();
}

/** A string that was sent (`-`), or that would be sent instead (`+`). */
interface Words {
  readonly sign: "-" | "+";
  readonly text: string;
}

export function listWords({ sentence, before, after }: AdoptionChange): readonly Words[] {
  if (sentence === "kept") return [];
  const was: readonly Words[] = before.text === "" ? [] : [{ sign: "-", text: before.text }];
  return sentence === "none" ? was : [...was, { sign: "+", text: after.message }];
}

export const NO_ROUTE = "no route known";

export function describeRoute({ isPattern, count }: AdoptionRoute): string {
  return `${counted(count, "failure")}${isPattern ? "" : `, ${NO_ROUTE}`}`;
}

export interface Section {
  readonly title: string;
  readonly advice: string;
  readonly items: readonly { readonly line: string; readonly facts: string }[];
}

export function listSections(summary: AdoptionSummary): readonly Section[] {
  const { otherProtocols, unknownClasses, mistakes, exposesMessages } = summary;
  const sections: readonly Section[] = [
    {
      title: "Other protocols",
      advice:
        "Their clients cannot read the contract's responses. Leave them out with this option of createContract. Join several conditions with &&.",
      items: otherProtocols.map((protocol) => ({
        line: protocol.line,
        facts: `${protocol.replaced}: ${protocol.routes.join(", ")}`,
      })),
    },
    {
      title: "Error classes that the contract does not know",
      advice:
        "Each of these errors would be a 500, unless your own code sets its status. Add these elements to the option recognize, with a code of the catalog in place of each …",
      items: unknownClasses.map((found) => ({ line: found.line, facts: describeClass(found) })),
    },
    {
      title: "Written by hand",
      advice: `These responses were written without a throw that the contract saw, by a handler or by an error handler of your own. ${
        exposesMessages
          ? "The contract knows only their status and their sentence. Throw an error of the catalog there."
          : "The contract knows only their status. Throw an error of the catalog there, or keep their sentences with the option exposeMessages."
      }`,
      items: listWritten(summary),
    },
    {
      title: "Mistakes",
      advice: "The service uses the contract wrongly.",
      items: mistakes.map(({ text, count }) => ({ line: text, facts: counted(count, "time") })),
    },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

function describeClass({ name, line, count, statuses }: UnknownClass): string {
  const named = line.includes(name) ? [] : [name];
  const status = statuses.length === 0 ? [] : [`status ${statuses.join(", ")}`];
  return [...named, counted(count, "failure"), ...status].join(", ");
}

/** What a router answers on its own when no route matches. The contract answers the same, so there is nothing to do. */
const OF_ROUTERS = /(?:^|_)(?:route_not_found|method_not_allowed)$/;

function listWritten({ routes }: AdoptionSummary): Section["items"] {
  return routes.flatMap(({ method, route, changes }) => {
    const written = changes.filter(({ source, after }) => source === "written" && !OF_ROUTERS.test(after.code));
    const count = written.reduce((sum, change) => sum + change.count, 0);
    const statuses = [...new Set(written.map(({ before }) => before.status))].sort((one, other) => one - other);
    return count === 0
      ? []
      : [{ line: `${method} ${route}`, facts: `${counted(count, "failure")}, status ${statuses.join(", ")}` }];
  });
}

export const OUTCOMES: Readonly<Record<AdoptionSummary["otherReports"][number]["outcome"], string>> = {
  aborted: "a client that left",
  late: "a failure after a complete response",
  cut: "a failure within a response",
  streamed: "a failure within an event stream",
  passed: "a response of JSON-RPC 2.0, which stays as it is",
  unanswered: "an error that was made and not thrown",
  answered: "a response of a contract without the option reportOnly",
  observed: "a report without what was sent",
  unreadable: "a value that is no report",
};

export function listOmissions({ otherReports, notKept, routes }: AdoptionSummary): readonly string[] {
  const changes = routes.reduce((sum, route) => sum + route.notKept, 0);
  const missing = [
    [notKept.failures + changes, "more failure"],
    [notKept.findings, "more finding"],
  ] as const;
  return [
    ...otherReports.map(({ outcome, count }) => `Not in the table: ${OUTCOMES[outcome]}, ${counted(count, "time")}.`),
    ...missing
      .filter(([count]) => count > 0)
      .map(([count, noun]) => `${counted(count, noun)} ${count === 1 ? "was" : "were"} not kept.`),
  ];
}
