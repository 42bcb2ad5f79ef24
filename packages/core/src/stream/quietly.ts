/** Calls a hook. What it does must not break the stream; the sink tells of itself. */
export function quietly(hook: () => void): void {
  try {
    hook();
  } catch {
    // Said above.
  }
}
