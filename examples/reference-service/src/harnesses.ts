import { ensureFound } from "@uhp-errors/core";

/** What runs tasks, and how many milliseconds it takes for a word. */
const BASES = {
  parrot: { label: "Parrot", wordMs: 0 },
  "slow-parrot": { label: "Slow parrot", wordMs: 300 },
} as const;

type Base = keyof typeof BASES;

/** A harness, as the public protocol defines it. */
export interface Harness {
  readonly id: string;
  readonly object: "harness";
  readonly name: string;
  /** What runs the tasks; opaque to clients. */
  readonly base: Base;
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

/** A model, as the public protocol defines it. */
interface Model {
  readonly id: string;
  readonly label: string;
  readonly backend: Base;
  /** Whether it can run now. A parrot always can. */
  readonly available: true;
  readonly default: boolean;
}

/** The harness for a task that names none. */
export const DEFAULT_HARNESS: Harness = harness("chrn_echo", "Echo", "parrot", "echo-1");

/** The slow one comes first: clients that want any harness take the first, and the slow one has something to watch. */
const HARNESSES: readonly Harness[] = [
  harness("chrn_slow", "Slow", "slow-parrot", "slow-1"),
  DEFAULT_HARNESS,
  harness("chrn_shout", "Shout", "parrot", "shout-1"),
];

/** What `GET /v1/harnesses` answers. */
export function harnessList() {
  return { harnesses: HARNESSES };
}

/** The harness of that id. @throws ContractError harness_not_found */
export function findHarness(id: string, param = "harness_id"): Harness {
  const harness = HARNESSES.find((candidate) => candidate.id === id);
  return ensureFound(harness, "harness_not_found", { param });
}

/** What `GET /v1/models` answers: the models, grouped by what runs them. */
export function modelCatalog() {
  const backends: Partial<Record<Base, { readonly default: string; readonly models: Model[] }>> = {};
  for (const { base, defaultModel } of HARNESSES) {
    backends[base] ??= { default: defaultModel, models: [] };
    backends[base].models.push(model(base, defaultModel, backends[base].default));
  }
  return { backends };
}

/** What `GET /v1/harnesses/{id}/models` answers. @throws ContractError harness_not_found */
export function modelsOf(id: string) {
  const { base, defaultModel } = findHarness(id);
  return {
    harness_id: id,
    backend: base,
    default: defaultModel,
    fallback: defaultModel,
    models: [model(base, defaultModel, defaultModel)],
  };
}

/** How many milliseconds a harness takes for a word. */
export function wordMs({ base }: Harness): number {
  return BASES[base].wordMs;
}

function model(backend: Base, id: string, byDefault: string): Model {
  return { id, label: id, backend, available: true, default: id === byDefault };
}

function harness(id: string, name: string, base: Base, defaultModel: string): Harness {
  return {
    id,
    object: "harness",
    name,
    base,
    baseLabel: BASES[base].label,
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
