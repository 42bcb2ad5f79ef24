/** What a handler waits at until a second request opens it. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A gate that is closed. */
export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
