import { peek } from "@uhp-errors/core/internal";
import type { FastifyRequest } from "fastify";
import { knownState, type Part, stateOf } from "./request-state.ts";

/** What `@fastify/multipart` adds to requests. */
interface Multipart {
  file?: (...args: unknown[]) => Promise<Part | undefined>;
  files?: (...args: unknown[]) => AsyncIterable<Part>;
  parts?: (...args: unknown[]) => AsyncIterable<Part>;
}

/** Forgets the parts of a request that failed: its failure is answered already. */
export function forgetUploads(request: FastifyRequest): void {
  stateOf(request).parts = undefined;
}

/** Notes the parts that are read of a request. Returns whether the app has `@fastify/multipart`; without it, nothing is noted. */
export function watchUploads(request: FastifyRequest): boolean {
  const { file, files, parts } = request as unknown as Multipart;
  if (file === undefined || files === undefined || parts === undefined) return false;
  const seen: Part[] = [];
  stateOf(request).parts = seen;
  const watched: Multipart = {
    file: async (...args) => {
      const part = await Reflect.apply(file, request, args);
      if (part !== undefined) seen.push(part);
      return part;
    },
    files: (...args) => noting(Reflect.apply(files, request, args), seen),
    parts: (...args) => noting(Reflect.apply(parts, request, args), seen),
  };
  Object.assign(request, watched);
  return true;
}

/**
 * Returns the error that replaces a success; `undefined` if every part that was read is complete.
 * `@fastify/multipart` may cut off an upload without an error: it throws one only if the handler reads the file with
 * `toBuffer`. A handler that streams the file answers as if the file were complete. If `throwFileSizeLimit` is off,
 * returns `undefined`.
 */
export function uploadCutOff(request: FastifyRequest): Error | undefined {
  const cut = knownState(request)?.parts?.find(
    ({ file }) => file?.truncated === true && file.listenerCount("limit") > 0,
  );
  const TooLarge = peek(peek(request.server, "multipartErrors"), "RequestFileTooLargeError");
  if (cut === undefined || typeof TooLarge !== "function") return undefined;
  return Object.assign(Reflect.construct(TooLarge, []) as Error, { part: cut });
}

async function* noting(parts: AsyncIterable<Part>, seen: Part[]): AsyncIterable<Part> {
  for await (const part of parts) {
    seen.push(part);
    yield part;
  }
}
