import { ENVIRONMENT_FACTS } from "../codes/environment.ts";
import { FILE_FACTS } from "../codes/file.ts";
import { HARNESS_FACTS } from "../codes/harness.ts";
import { CODES, type CodeDefinition, type ContractCode, isContractCode } from "../codes/index.ts";
import { MEMORY_FACTS } from "../codes/memory.ts";
import { PLUGIN_FACTS } from "../codes/plugin.ts";
import { SESSION_FACTS } from "../codes/session.ts";
import { TASK_FACTS } from "../codes/task.ts";
import type { Listed } from "./checked-definition.ts";
import { UNIVERSAL_CODES } from "./universal-codes.ts";

/** The contract's codes with their definitions. An interface, so that declaration files refer to it by name. */
export interface ContractCodes extends Readonly<typeof CODES> {}

/** The groups of the specification's codes that a service may leave out, in the order in which messages list them. */
export const GROUP_NAMES = ["harnesses", "sessions", "files", "plugins", "environments", "memories", "tasks"] as const;

/**
 * A group of the specification's codes: the codes of one file of `codes/`. The codes that any operation can answer with belong to none,
 * because every catalog has them.
 *
 * @example
 * const used: CodeGroup[] = ["sessions", "files"];
 */
export type CodeGroup = (typeof GROUP_NAMES)[number];

export const CODE_GROUPS = {
  harnesses: HARNESS_FACTS,
  sessions: SESSION_FACTS,
  files: FILE_FACTS,
  plugins: PLUGIN_FACTS,
  environments: ENVIRONMENT_FACTS,
  memories: MEMORY_FACTS,
  tasks: TASK_FACTS,
} as const satisfies Readonly<Record<CodeGroup, object>>;

type CodesIn<Used> = Used extends CodeGroup ? keyof (typeof CODE_GROUPS)[Used] : Used;

/** The specification's codes of a catalog that uses some groups and codes, with their definitions; all of them if it names none. */
export type UsedCodes<Used extends string> = string extends Used
  ? ContractCodes
  : Pick<ContractCodes, (CodesIn<Used> | (typeof UNIVERSAL_CODES)[number]) & keyof ContractCodes>;

/** The groups and codes that the compiler accepts. For any other string, it shows a sentence. */
export type CheckedUse<Used extends readonly string[]> = {
  readonly [Index in keyof Used]: CheckedName<Used[Index]>;
};

type CheckedName<Name extends string> = string extends Name
  ? CodeGroup | ContractCode
  : Name extends CodeGroup | ContractCode
    ? Name
    : NoInfer<Complaint<Name, CodeGroup | ContractCode>>;

/** While a name is being typed, it is a prefix of known names. An editor then offers those instead of showing a sentence. */
type Complaint<Wrong extends string, Known extends string> = [Beginning<Wrong, Known>] extends [never]
  ? `${Wrong} is neither a group nor a code of the specification; the groups are ${Listed<typeof GROUP_NAMES>}`
  : Beginning<Wrong, Known>;

/** The known names of which a name is a beginning. */
export type Beginning<Wrong extends string, Known extends string> = Known extends `${Wrong}${string}` ? Known : never;

/**
 * Returns the specification's codes of a catalog, in the order of the specification.
 *
 * @throws TypeError that names the choices, for a group or a code that does not exist.
 */
export function usedCodes(contractCodes: unknown): Readonly<Record<string, CodeDefinition>> {
  if (contractCodes === undefined) return CODES;
  const choices = `groups (${GROUP_NAMES.join(", ").replace(/, (\w+)$/, " or $1")}) and codes of the specification`;
  if (!Array.isArray(contractCodes)) throw new TypeError(`contractCodes: expected a list of ${choices}`);
  const used = new Set<unknown>(UNIVERSAL_CODES);
  for (const name of contractCodes as readonly unknown[]) {
    if (typeof name === "string" && isContractCode(name)) used.add(name);
    else if (isGroup(name)) for (const code of Object.keys(CODE_GROUPS[name])) used.add(code);
    else {
      throw new TypeError(
        `contractCodes: ${JSON.stringify(name)} is neither a group nor a code of the specification; expected ${choices}`,
      );
    }
  }
  return Object.fromEntries(Object.entries<CodeDefinition>(CODES).filter(([code]) => used.has(code)));
}

function isGroup(name: unknown): name is CodeGroup {
  return (GROUP_NAMES as readonly unknown[]).includes(name);
}
