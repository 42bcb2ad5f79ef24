import type { Case, Framework, Mode, Variant } from "./names.ts";

/** The status and code of each case, if the contract or the hand-written handler answers. */
const ANSWERS: Readonly<Record<Case, readonly [status: number, code?: string]>> = {
  success: [200],
  default: [404, "harness_not_found"],
  message: [404, "harness_not_found"],
  unknown: [500, "acme_internal_error"],
  validation: [400, "invalid_input"],
  foreign: [404, "acme_not_found"],
};

/** The cases that throw an error with a status. */
const TELLING: ReadonlySet<Case> = new Set(["default", "message"]);

/** The status of the answer. A framework alone knows no validation errors, and without a framework, an error's status is ignored. */
export function expectedStatus(framework: Framework, name: Case, variant: Variant | Mode): number {
  const isAlone = variant !== "hand" && variant !== "ours";
  const isUnknown = name === "validation" || (framework === "web" && TELLING.has(name));
  return isAlone && isUnknown ? 500 : ANSWERS[name][0];
}

/** @throws Error if a server does not answer as expected, so that nothing else is measured by mistake. */
export async function checkAnswer(
  url: string,
  framework: Framework,
  name: Case,
  variant: Variant | Mode,
): Promise<void> {
  const answer = await fetch(url);
  const body = await answer.text();
  const problems = [
    answer.status !== expectedStatus(framework, name, variant) && `status ${answer.status}`,
    isEquipped(name, variant) && !answer.headers.has("uhp-version") && "no UHP-Version",
    isEquipped(name, variant) && !answer.headers.has("x-request-id") && "no x-request-id",
    codeOf(body) !== expectedCode(name, variant) && `code ${codeOf(body)}`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(`${name}, ${variant}: ${problems.join(", ")} in ${body}`);
}

/** Whether a response must have both header fields. A framework may drop them when it answers an error itself. */
function isEquipped(name: Case, variant: Variant | Mode): boolean {
  return variant === "ours" || variant === "hand" || (variant === "headers" && name === "success");
}

function expectedCode(name: Case, variant: Variant | Mode): string | undefined {
  if (variant === "hand" && name === "foreign") return undefined;
  return variant === "ours" || variant === "hand" ? ANSWERS[name][1] : undefined;
}

function codeOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { error?: { code?: string } }).error?.code;
  } catch {
    return undefined;
  }
}
