/** Calls the runtime's `fetch` unchanged. Bundlers for browsers use this file instead of `default-fetch.ts`, which is for Node. */
export function defaultFetch(url: string, init: RequestInit): Promise<Response> {
  return globalThis.fetch(url, init);
}
