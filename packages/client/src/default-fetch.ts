/** What the client needs of the object through which Node's `fetch` sends. */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
  /** Whether it answers in place of a server, for tests. Then `fetch` passes bodies in another form. */
  readonly isMockActive?: boolean;
}

/**
 * The runtime's `fetch`. Node's own gives up on a server that is silent for 300 seconds. That is switched off here, because the
 * client itself limits the time of a task (TMO-1).
 */
export function defaultFetch(url: string, init: RequestInit): Promise<Response> {
  const dispatcher = "dispatcher" in init ? undefined : patientDispatcher();
  return globalThis.fetch(url, dispatcher === undefined ? init : ({ ...init, dispatcher } as RequestInit));
}

/** Node's dispatcher, or the one that the application has set, without its limits of silence. */
function patientDispatcher(): Dispatcher | undefined {
  const major = Number.parseInt(nodesUndici() ?? "", 10);
  if (Number.isNaN(major)) return undefined;
  const inner = globalDispatcher(major >= 8 ? 2 : 1);
  if (typeof inner?.dispatch !== "function") return undefined;
  const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
  return {
    dispatch: (options, handler) => inner.dispatch({ ...options, ...unlimited }, handler),
    ...(inner.isMockActive === undefined ? {} : { isMockActive: inner.isMockActive }),
  };
}

/** The version of undici that is built into Node. Other runtimes have none. */
function nodesUndici(): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly versions?: Readonly<Record<string, string>> } };
  return process?.versions?.["undici"];
}

/** undici keeps its dispatcher under a name that depends on the version of its interface. */
function globalDispatcher(version: 1 | 2): Dispatcher | undefined {
  return Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)) as Dispatcher | undefined;
}
