import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Explored, ROUND } from "./explore.ts";
import { targetNamed } from "./targets/index.ts";

/** Milliseconds without a sign of life after which the process counts as blocked. */
const SILENCE = 45_000;

export interface ApartLimits {
  readonly seed: number;
  readonly milliseconds: number;
  readonly first?: boolean;
  /** The number of the planted defect that the process loads. */
  readonly planted?: number;
}

/** Explores a target in a separate process. When that blocks or crashes, the case that did it is still known. */
export async function exploreApart(target: string, limits: ApartLimits): Promise<Explored> {
  const { seed, milliseconds, first = false, planted } = limits;
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const progress = join(folder, "progress");
  const child = fork(
    fileURLToPath(new URL("child.ts", import.meta.url)),
    [target, String(seed), String(milliseconds), progress, ...(first ? ["first"] : [])],
    {
      execArgv: [
        "--expose-gc",
        "--conditions=@uhp-errors/source",
        ...(planted === undefined ? [] : [`--import=${new URL("plant.ts", import.meta.url).href}`]),
      ],
      env: { ...process.env, NODE_NO_WARNINGS: "1", ...(planted === undefined ? {} : { PLANTED: String(planted) }) },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    },
  );
  const { promise, resolve } = Promise.withResolvers<Explored | "blocked" | "ended">();
  let watch = setTimeout(resolve, SILENCE, "blocked");
  child.on("message", (message: { readonly explored?: Explored }) => {
    clearTimeout(watch);
    if (message.explored === undefined) watch = setTimeout(resolve, SILENCE, "blocked");
    else resolve(message.explored);
  });
  child.on("exit", () => resolve("ended"));
  const outcome = await promise;
  clearTimeout(watch);
  child.kill("SIGKILL");
  try {
    return typeof outcome === "object" ? outcome : await lastCase(target, progress, outcome);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The case that the process was trying when it blocked or ended. During shrinking only its round is known, since the number is not that of
 * a drawn case.
 */
async function lastCase(target: string, progress: string, how: "blocked" | "ended"): Promise<Explored> {
  const [seed = 0, index = 0] = readFileSync(progress, "utf8").trim().split(" ").map(Number);
  const drawn = index < ROUND ? await targetNamed(target).drawn(seed, index) : null;
  const invariant = how === "blocked" ? "the event loop stays free" : "no error is uncaught";
  return { cases: index + 1, found: [{ invariant, what: `the process ${how}`, seed, case: drawn }] };
}
