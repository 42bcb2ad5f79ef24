/** What is relied upon of the object through which Node's `fetch` sends. */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
  /** Whether it answers in a server's place, for tests: `fetch` then hands bodies over in another form. */
  readonly isMockActive?: boolean;
}

/**
 * The runtime's `fetch`. Node's gives up on a server that has been silent for 300 seconds, whoever waits for it; here it
 * does not, since the time that a task may take is for the client to say (TMO-1).
 */
export function defaultFetch(url: string, init: RequestInit): Promise<Response> {
  const dispatcher = "dispatcher" in init ? undefined : patientDispatcher();
  return globalThis.fetch(url, dispatcher === undefined ? init : ({ ...init, dispatcher } as RequestInit));
}

/** Node's dispatcher, or the one that the application has put in its place, with its limits of silence off. */
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

/** The version of undici that a Node was built with; no other runtime says one. */
function nodesUndici(): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly versions?: Readonly<Record<string, string>> } };
  return process?.versions?.["undici"];
}

/** The name under which undici keeps it depends on the interface that it has. */
function globalDispatcher(version: 1 | 2): Dispatcher | undefined {
  return Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)) as Dispatcher | undefined;
}
