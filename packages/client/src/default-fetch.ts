/** What the client needs of the object through which Node's `fetch` sends. */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
  /** Whether it answers in place of a server, for tests. Then `fetch` passes bodies in another form. */
  readonly isMockActive: boolean | undefined;
}

/**
 * The runtime's `fetch`. Node's own gives up on a server that is silent for 300 seconds. That is switched off here, because the
 * client itself limits the time of a task.
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
 * Node's dispatcher, or the one that the application has set. undici, which is built into Node, keeps it under a name that depends on
 * the version of its interface. Other runtimes have none.
 */
function globalDispatcher(): Dispatcher | undefined {
  const { process } = globalThis as { readonly process?: { readonly versions?: Readonly<Record<string, string>> } };
  const version = Number.parseInt(process?.versions?.["undici"] ?? "", 10) >= 8 ? 2 : 1;
  return Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)) as Dispatcher | undefined;
}
