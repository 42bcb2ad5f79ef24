import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";

/** Calls a function once all of an answer's body has left by HTTP/2, in place of whatever would send trailers then. */
export function onceBodyLeft(stream: ServerHttp2Stream, then: () => void): void {
  stream.removeAllListeners("wantTrailers");
  stream.once("wantTrailers", then);
}

/** Lets no trailers leave. HTTP/1 forgets them with the head that announced them. */
export function dropTrailers(response: ServerResponse): void {
  const { stream } = response as ServerResponse & { readonly stream?: ServerHttp2Stream };
  if (stream !== undefined) onceBodyLeft(stream, () => stream.sendTrailers({}));
}
