/** Calls the function among the last arguments, as Node does once it has taken what was written. */
export function callLater(encoding: unknown, callback: unknown): void {
  const done = typeof encoding === "function" ? encoding : callback;
  if (typeof done === "function") process.nextTick(done as () => void);
}
