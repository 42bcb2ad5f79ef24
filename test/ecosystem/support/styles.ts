import type { ServerResponse } from "node:http";
import type { Difference, RequestState } from "./setup.ts";

type Fields = Readonly<Record<string, string>>;

/** The two halves of a response that pauses until the client has seen the first. */
export const HALVES = ["the first half of the answer, and ", "the second"] as const;

/** The two halves of a stream of events. */
export const EVENTS = ["data: the first event\n\n", "data: the second event\n\n"] as const;

/** The header fields of a stream of events. */
export const EVENT_FIELDS = { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" };

const TEXT = { "Content-Type": "text/plain" };

/** The methods of Node's response that answer, called as handlers call them. */
export const NODE_STYLES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  end: (response) => {
    response.setHeader("Content-Type", "text/plain");
    response.end("hello");
  },
  "end without a body": (response) => {
    response.end();
  },
  "end of null": (response) => {
    response.end(null);
  },
  "write and end": (response) => {
    response.setHeader("Content-Type", "text/plain");
    response.write("hello, ");
    response.end("world");
  },
  "write of a known length": (response) => {
    response.setHeader("Content-Length", "12");
    response.write("hello, ");
    response.end("world");
  },
  "write in an encoding": (response) => {
    response.setHeader("Content-Type", "text/plain");
    response.write("aGVsbG8", "base64");
    response.end("77", "hex");
  },
  "writeHead and end": (response) => {
    response.writeHead(200, TEXT);
    response.end("hello");
  },
  "writeHead and write": (response) => {
    response.writeHead(200, TEXT);
    response.write("hello, ");
    response.end("world");
  },
  "writeHead alone": (response) => {
    response.writeHead(201);
    response.end();
  },
  "writeHead with a reason": (response) => {
    response.writeHead(202, "Taken", { "Content-Type": "text/plain", "X-Own": "1" });
    response.end("taken");
  },
  "writeHead with a flat list": (response) => {
    response.writeHead(200, ["Content-Type", "text/plain", "Set-Cookie", "a=1", "Set-Cookie", "b=2"]);
    response.end("listed");
  },
  "writeHead over a header": (response) => {
    response.setHeader("Content-Type", "text/html");
    response.setHeader("Set-Cookie", ["first=1"]);
    response.writeHead(200, { "Content-Type": "text/plain", "Set-Cookie": "second=2" });
    response.end("over");
  },
  "writeHead with a length": (response) => {
    response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "5" });
    response.end("hello");
  },
  "a header after writeHead": (response) => {
    response.writeHead(200, TEXT);
    let code: unknown;
    try {
      response.setHeader("X-Late", "1");
    } catch (error) {
      code = (error as NodeJS.ErrnoException).code;
    }
    response.end(`late: ${code}`);
  },
  "a header removed after writeHead": (response) => {
    response.setHeader("X-Early", "1");
    response.writeHead(200, TEXT);
    let code: unknown;
    try {
      response.removeHeader("X-Early");
    } catch (error) {
      code = (error as NodeJS.ErrnoException).code;
    }
    response.end(`removed: ${code}`);
  },
  "what a handler sees": (response) => {
    const see = () => [response.headersSent, response.statusCode, response.writableEnded, response.finished].join();
    const before = see();
    response.writeHead(203, TEXT);
    const after = see();
    response.write(`${before};${after};`);
    response.end(see());
  },
  "flushHeaders and end": (response) => {
    response.setHeader("Content-Type", "text/plain");
    response.flushHeaders();
    response.end("flushed");
  },
  "end twice": (response) => {
    response.end("once");
    response.end();
  },
  "early hints": (response) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload" });
    response.end("hinted");
  },
  "a head without a body": (response) => {
    response.writeHead(304, { ETag: '"1"' });
    response.end();
  },
  "a large body in parts": (response) => {
    response.setHeader("Content-Type", "text/plain");
    for (let part = 0; part < 8; part += 1) response.write(String(part).repeat(20_000));
    response.end();
  },
  "a trailer": (response) => {
    response.writeHead(200, { ...TEXT, Trailer: "X-Sum" });
    response.write("summed");
    response.addTrailers({ "X-Sum": "6" });
    response.end();
  },
};

/** A form that Node accepts only while no other header is set, and that its types do not know. */
export function answerPairs(response: ServerResponse): void {
  const pairs = [
    ["X-A", ["1", "2"]],
    ["Content-Type", "text/plain"],
  ];
  response.writeHead(200, pairs as unknown as string[]);
  response.end("paired");
}

/** The path of the route that responds in a style. */
export function pathOf(name: string): string {
  return `/${name.replaceAll(" ", "-")}`;
}

/** Failures, with the statuses of the bare server's responses. */
export type Failures<Handler> = Readonly<Record<string, readonly [status: number, handler: Handler]>>;

/** Requests for the failures of one table. */
export function failureRequests(failures: Failures<unknown>, headers: Fields = {}): Record<string, RequestState> {
  return Object.fromEntries(
    Object.entries(failures).map(([name, [status]]) => [name, [{ path: pathOf(name), status, headers }]]),
  );
}

/** The status of a style that is no failure, if it is not 200. */
const STATUSES: Readonly<Record<string, number>> = {
  "writeHead alone": 201,
  "writeHead with a reason": 202,
  "what a handler sees": 203,
  "a head without a body": 304,
  sendStatus: 202,
  "no content": 204,
  redirect: 302,
};

/** Requests for the styles of one table. */
export function requestsFor(styles: object, headers: Fields = {}): Record<string, RequestState> {
  return Object.fromEntries(
    Object.keys(styles).map((name) => [name, [{ path: pathOf(name), status: STATUSES[name] ?? 200, headers }]]),
  );
}

/**
 * What the contract changes on purpose in the styles, with any library.
 *
 * @param line The line that the library logs for a response with this status.
 */
export function styleDifferences(
  line?: (status: number, method: string, path: string) => string,
): Readonly<Record<string, Difference>> {
  const seen = (before: number, after: number, method: string, path: string) => [
    `status: ${before} → ${after}`,
    ...(line === undefined ? [] : [`log: - ${line(before, method, path)}`, `log: + ${line(after, method, path)}`]),
  ];
  return {
    "an error with a status": {
      seen: seen(410, 500, "GET", "/an-error-with-a-status"),
      why: "the status of an unknown error is not the service's decision",
    },
    "a route of another method": {
      seen: seen(404, 405, "DELETE", "/json"),
      why: "the contract tells a wrong method from an unknown route",
    },
  };
}
