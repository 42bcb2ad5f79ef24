/** The oldest major version of Node that the packages support, the same as `engines` in their manifests. */
const OLDEST_NODE = 20;

/** The part of `process` that is used here. Node, Bun, and Deno have it; other runtimes may not. */
interface ProcessLike {
  readonly versions?: { readonly node?: string };
  emitWarning?(message: string, options: object): void;
}

const warned = new Set<string>();

/**
 * Warns about a mistake once per code and process. It emits a process warning, which `process.on("warning")` receives, or prints to the
 * console if the runtime has no process warnings.
 *
 * @param place Where the mistake is, if each place deserves its own warning. Use only a small set of places.
 */
export function warnOnce(code: `UHP_${string}`, message: string, place = ""): void {
  const warning = `${code} ${place}`;
  if (warned.has(warning)) return;
  warned.add(warning);
  const { process, console } = globalThis as { readonly process?: ProcessLike; readonly console: Console };
  if (typeof process?.emitWarning === "function") process.emitWarning(message, { type: "UhpErrorsWarning", code });
  else console.warn(`UhpErrorsWarning [${code}]: ${message}`);
}

/** Warns if Node is too old. It lacks functions that the packages call, so some requests would fail. */
export function warnOfOldNode(): void {
  const { process } = globalThis as { readonly process?: ProcessLike };
  const version = process?.versions?.node;
  if (version === undefined || Number.parseInt(version, 10) >= OLDEST_NODE) return;
  warnOnce("UHP_OLD_NODE", `this is Node ${version}; the @uhp-errors packages need Node ${OLDEST_NODE} or later`);
}
