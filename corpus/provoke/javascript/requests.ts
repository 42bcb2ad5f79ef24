import { request } from "node:http";
import { type Loose, serve } from "./tools.ts";

/** The answer of a local server to one request. */
export function ask(port: number, path: string, headers: Record<string, string> = {}, body = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = body === "" ? "GET" : "POST";
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    sent.on("error", reject).end(body);
  });
}

/** The error that a middleware hands over for one request. */
export async function middleware(
  handle: unknown,
  headers: Record<string, string>,
  body: string,
  path = "/",
): Promise<unknown> {
  let failure: unknown;
  const port = await serve(80, (incoming, response) => {
    (handle as Loose)(incoming, response, (error: unknown) => {
      failure = error;
      response.end();
    });
  });
  await ask(port, path, headers, body);
  throw failure;
}
