import type { FastifyInstance, FastifyRequest } from "fastify";

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

/**
 * Refuses uploads that @fastify/multipart cut off without saying so: it only does where the handler reads a file with
 * `toBuffer`, and a handler that streams one answers as if it had come whole. Not where `throwFileSizeLimit` is off.
 */
export function watchUploads(app: FastifyInstance): void {
  const read = new WeakMap<FastifyRequest, Part[]>();

  app.addHook("preValidation", function uhpPreValidation(request, _reply, next) {
    const { file, files, parts } = request as unknown as Multipart;
    if (file !== undefined && files !== undefined && parts !== undefined) {
      const seen: Part[] = [];
      read.set(request, seen);
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
    next();
  });

  // Whatever failed is answered already.
  app.addHook("onError", function uhpOnError(request, _reply, _error, next) {
    read.delete(request);
    next();
  });
  app.addHook("onSend", function uhpOnSend(request, _reply, _payload, next) {
    const abort = read.get(request)?.find(({ file }) => file?.truncated === true && file.listenerCount("limit") > 0);
    const TooLarge = (request.server as Multipart).multipartErrors?.RequestFileTooLargeError;
    read.delete(request);
    if (abort === undefined || TooLarge === undefined) next();
    else next(Object.assign(new TooLarge(), { part: abort }));
  });
}

async function* noting(parts: AsyncIterable<Part>, seen: Part[]): AsyncIterable<Part> {
  for await (const part of parts) {
    seen.push(part);
    yield part;
  }
}
