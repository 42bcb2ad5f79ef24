import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Request, RequestHandler } from "express";
import { begin, type Db, type Save } from "./begin.ts";

const saves = new WeakMap<ServerResponse, Save>();

/** Wrap the app in it, after `install`. It holds back what the contract sends until that is saved. */
export function saving(app: RequestListener): RequestListener {
  return (request, response) => {
    const { writeHead, write, end, destroy } = response;
    const pieces: Uint8Array[] = [];
    let hasHead = false;
    const take = (piece: unknown) => {
      if (typeof piece === "string" || piece instanceof Uint8Array) pieces.push(Buffer.from(piece as string));
    };
    const below = {
      writeHead(status: number, ...rest: unknown[]) {
        if (!saves.has(response)) return Reflect.apply(writeHead, response, [status, ...rest]);
        hasHead = true;
        response.statusCode = status;
        const fields = rest.find((value) => typeof value === "object");
        const flat = Array.isArray(fields) ? fields.flat() : Object.entries(fields ?? {}).flat();
        for (let at = 0; at < flat.length; at += 2) response.setHeader(flat[at], flat[at + 1]);
        return response;
      },
      write(piece: unknown, ...rest: unknown[]) {
        if (!saves.has(response)) return Reflect.apply(write, response, [piece, ...rest]);
        take(piece);
        return true;
      },
      end(piece?: unknown, ...rest: unknown[]) {
        const save = saves.get(response);
        if (save === undefined) return Reflect.apply(end, response, [piece, ...rest]);
        take(piece);
        if (!hasHead) response.writeHead(response.statusCode);
        const headers = response.getHeaders() as Record<string, string>;
        void save({ status: response.statusCode, headers, body: Buffer.concat(pieces) }).then(
          (answer) => {
            for (const [name, value] of Object.entries(answer?.headers ?? {})) response.setHeader(name, value);
            response.setHeader("content-length", answer?.body.length ?? 0);
            Reflect.apply(writeHead, response, [answer?.status]);
            Reflect.apply(end, response, [answer?.body]);
          },
          () => Reflect.apply(destroy, response, []),
        );
        return response;
      },
      destroy(error?: Error) {
        saves
          .get(response)?.()
          .catch(() => {});
        return Reflect.apply(destroy, response, [error]);
      },
    };
    Object.assign(response, below);
    app(request, response);
  };
}

const bodies = new WeakMap<IncomingMessage, Uint8Array>();
export const keepBody = (request: IncomingMessage, _: unknown, body: Uint8Array) => void bodies.set(request, body);

/** Runs the handler once for each key. Put it after authentication and the body's parser. */
export const once = (db: Db, callerOf: (request: Request) => string, handler: RequestHandler): RequestHandler =>
  async function once(request, response, next) {
    const fail = (thrown?: unknown) => {
      // Nothing is sent to a client that has left, so nothing would be saved.
      if (response.destroyed)
        saves
          .get(response)?.()
          .catch(() => {});
      next(thrown);
    };
    const key = request.get("idempotency-key");
    if (key === undefined) {
      await handler(request, response, next);
      return;
    }
    try {
      const { method, originalUrl: path } = request;
      const body = bodies.get(request) ?? new Uint8Array();
      const first = await begin(db, { caller: callerOf(request), key, method, path, body });
      saves.set(response, typeof first === "function" ? first : async () => first);
      if (typeof first === "function") await handler(request, response, fail);
      else response.end();
    } catch (thrown) {
      fail(thrown || new Error("The handler rejected with no error.", { cause: thrown }));
    }
  };
