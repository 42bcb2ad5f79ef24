/** The oldest major of Node that the packages support, as `engines` of their manifests say. */
const OLDEST_NODE = 20;

/** Part of the `process` of Node, Bun and Deno. Other runtimes have none. */
interface ProcessLike {
  readonly versions?: { readonly node?: string };
  emitWarning?(message: string, options: object): void;
}

const warned = new Set<string>();

/**
 * Warns of a mistake, once for each code in a process: as a process warning, which `process.on("warning")` gets, or on the console of a
 * runtime without these.
 *
 * @param place Where the mistake is, if each place deserves a warning of its own. There must be few.
 */
export function warnOnce(code: `UHP_${string}`, message: string, place = ""): void {
  const warning = `${code} ${place}`;
  if (warned.has(warning)) return;
  warned.add(warning);
  const { process, console } = globalThis as { readonly process?: ProcessLike; readonly console: Console };
  if (typeof process?.emitWarning === "function") process.emitWarning(message, { type: "UhpErrorsWarning", code });
  else console.warn(`UhpErrorsWarning [${code}]: ${message}`);
}

/** Warns on a Node that is too old: some of what the packages call is missing there, and fails at one request or another. */
export function warnOfOldNode(): void {
  const { process } = globalThis as { readonly process?: ProcessLike };
  const version = process?.versions?.node;
  if (version === undefined || Number.parseInt(version, 10) >= OLDEST_NODE) return;
  warnOnce("UHP_OLD_NODE", `this is Node ${version}; the @uhp-errors packages need Node ${OLDEST_NODE} or later`);
}
