import { type Result, reasonOf, type Summary } from "../check/result.ts";
import { barred, inXml } from "./escape.ts";

/** Reports a check as the XML that build servers read. JUnit has no warnings, so a warning counts as skipped, with its reason. */
export function junitReport({ url, results, counts, meaningless }: Summary): string {
  const failures = counts.fail + counts.stale;
  const errors = meaningless === undefined ? 0 : 1;
  const skipped = counts.skip + counts.warn + counts.known + counts.note;
  const tests = results.length + errors;
  const attributes = `name="uhp-errors" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
  const error =
    meaningless === undefined
      ? []
      : [`    <testcase classname="uhp-errors" name="meaningless"><error message="${inXml(meaningless)}"/></testcase>`];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `  <testsuite ${attributes} hostname="${inXml(url)}">`,
    ...results.map(caseOf),
    ...error,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(result: Result): string {
  const { audit, verdict, outcome } = result;
  const head = `    <testcase classname="uhp-errors.${audit.level}" name="${inXml(`${audit.id} ${audit.name}`)}"`;
  const reason = reasonOf(result);
  if (reason === undefined) return `${head}/>`;
  const message = inXml(reason);
  if (verdict !== "fail" && verdict !== "stale")
    return `${head}><skipped message="${inXml(`${verdict}: `)}${message}"/></testcase>`;
  const shown = outcome.status === "fail" ? `${outcome.curl}\n\n${outcome.response}` : "";
  return `${head}><failure message="${message}">${inXml(barred(shown), true)}</failure></testcase>`;
}
