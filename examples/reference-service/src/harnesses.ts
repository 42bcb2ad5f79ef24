import { ensureFound } from "@uhp-errors/core";

/** A harness as the public protocol has it. */
export interface Harness {
  readonly id: string;
  readonly object: "harness";
  readonly name: string;
  /** What runs the tasks; opaque to clients. */
  readonly base: string;
  readonly baseLabel: string;
  /** The only model that the harness has. */
  readonly defaultModel: string;
  readonly systemPrompt: string;
  readonly mcpServers: readonly never[];
  readonly skills: readonly never[];
  readonly disabledTools: readonly string[];
  readonly maxStep: number | null;
  readonly timeoutSeconds: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The harness of a task that names none. */
export const DEFAULT_HARNESS: Harness = harness("chrn_echo", "Echo", "echo-1");

const HARNESSES: readonly Harness[] = [DEFAULT_HARNESS, harness("chrn_shout", "Shout", "shout-1")];

/** What `GET /v1/harnesses` answers. */
export function harnessList() {
  return { harnesses: HARNESSES };
}

/** The harness of that id. @throws ContractError harness_not_found */
export function findHarness(id: string, param = "harness_id"): Harness {
  const harness = HARNESSES.find((candidate) => candidate.id === id);
  return ensureFound(harness, "harness_not_found", { param });
}

function harness(id: string, name: string, defaultModel: string): Harness {
  return {
    id,
    object: "harness",
    name,
    base: "parrot",
    baseLabel: "Parrot",
    defaultModel,
    systemPrompt: "",
    mcpServers: [],
    skills: [],
    disabledTools: [],
    maxStep: null,
    timeoutSeconds: null,
    createdAt: Date.UTC(2026, 9, 4),
  };
}
