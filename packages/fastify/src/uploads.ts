import { notes } from "@uhp-errors/core/adapter";
import type { FastifyRequest } from "fastify";

/** What is relied upon of a part that @fastify/multipart hands out. */
interface Part {
  readonly file?: { readonly truncated: boolean; listenerCount(event: "limit"): number };
}

/** What @fastify/multipart adds to an app and to its requests. */
interface Multipart {
  multipartErrors?: { RequestFileTooLargeError?: new () => Error };
  file?: (...args: unknown[]) => Promise<Part | undefined>;
  files?: (...args: unknown[]) => AsyncIterable<Part>;
  parts?: (...args: unknown[]) => AsyncIterable<Part>;
}

/** The parts that were read of each request; `undefined` once they are no longer needed. */
const READ = notes<FastifyRequest, { parts: readonly Part[] | undefined }>();

/** Forgets the parts of a request that failed: whatever failed is answered already. */
export function forgetUploads(request: FastifyRequest): void {
  takeParts(request);
}

/** The parts that were read of a request, once. */
function takeParts(request: FastifyRequest): readonly Part[] | undefined {
  const read = READ.get(request);
  const parts = read?.parts;
  if (read !== undefined) read.parts = undefined;
  return parts;
}

/**
 * Refuses uploads that @fastify/multipart cut off without saying so: it only does where the handler reads a file with
 * `toBuffer`, and a handler that streams one answers as if it had come whole. Not where `throwFileSizeLimit` is off.
 */
export class UploadWatch {
  /** Notes the parts that are read of a request. Of an app without the plugin nothing is noted. */
  begin(request: FastifyRequest): void {
    const { file, files, parts } = request as unknown as Multipart;
    if (file === undefined || files === undefined || parts === undefined) return;
    const seen: Part[] = [];
    const read = READ.get(request);
    if (read === undefined) READ.put(request, { parts: seen });
    else read.parts = seen;
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
  }

  /** The error to answer with in place of a success; `undefined` when every part that was read came whole. */
  end(request: FastifyRequest): Error | undefined {
    if ((request as unknown as Multipart).file === undefined) return undefined;
    const cut = takeParts(request)?.find(({ file }) => file?.truncated === true && file.listenerCount("limit") > 0);
    const TooLarge = (request.server as Multipart).multipartErrors?.RequestFileTooLargeError;
    return cut === undefined || TooLarge === undefined ? undefined : Object.assign(new TooLarge(), { part: cut });
  }
}

async function* noting(parts: AsyncIterable<Part>, seen: Part[]): AsyncIterable<Part> {
  for await (const part of parts) {
    seen.push(part);
    yield part;
  }
}
