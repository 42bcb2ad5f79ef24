/** The parts of Node's dispatcher that the client uses. Node's `fetch` sends requests through it. */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
  /** Whether it is a mock that answers instead of a server, in tests. `fetch` then passes bodies in another form. */
  readonly isMockActive: boolean | undefined;
}

/**
 * Calls the runtime's `fetch`. By default, Node gives up on a server that is silent for 300 seconds. This turns that limit off, because
 * the client itself limits the time of a task.
 */
export function defaultFetch(url: string, init: RequestInit): Promise<Response> {
  const inner = globalDispatcher();
  if ("dispatcher" in init || typeof inner?.dispatch !== "function") return globalThis.fetch(url, init);
  const dispatcher: Dispatcher = {
    dispatch: (options, handler) => inner.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
    isMockActive: inner.isMockActive,
  };
  const patient: object = { ...init, dispatcher };
  return globalThis.fetch(url, patient);
}

/**
 * Returns Node's dispatcher, or the one that the application has set. undici, which is built into Node, stores it under a name that
 * depends on the version of its interface. Other runtimes have none.
 */
function globalDispatcher(): Dispatcher | undefined {
  const { process } = globalThis as { readonly process?: { readonly versions?: Readonly<Record<string, string>> } };
  const version = Number.parseInt(process?.versions?.["undici"] ?? "", 10) >= 8 ? 2 : 1;
  return Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)) as Dispatcher | undefined;
}
