import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
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
  "flushHeaders and end": (response) => {
    response.setHeader("Content-Type", "text/plain");
    response.flushHeaders();
    response.end("flushed");
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

/** The path of the route that responds in a style. */
export function pathOf(name: string): string {
  return `/${name.replaceAll(" ", "-")}`;
}

/** A handler that throws a new error each time. */
export const throwing = (make: () => Error) => (): never => {
  throw make();
};

/** A value that cannot be serialized. */
export function ring(): object {
  const own: Record<string, unknown> = {};
  own["ring"] = own;
  return own;
}

/** A stream that fails before its first byte. */
export function failingAtOnce(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error("no such file"));
    },
  });
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

/** The contract tells a wrong method from an unknown route. */
export const OTHER_METHOD: Difference = {
  seen: ["status: 404 → 405"],
  why: "the contract tells a wrong method from an unknown route",
};

/** An error of an unknown class has a status of its own. */
export const OWN_STATUS: Difference = {
  seen: ["status: 410 → 500"],
  why: "the status of an unknown error is not the service's decision",
};

/** What the contract changes on purpose in the styles, with any library. */
export const STYLE_DIFFERENCES = {
  "an error with a status": OWN_STATUS,
  "a route of another method": OTHER_METHOD,
} as const satisfies Readonly<Record<string, Difference>>;

/**
 * The same where a library logs each response.
 *
 * @param requests The requests for the styles.
 * @param line The line for a response with this status.
 */
export function logged(
  differences: Readonly<Record<string, Difference>>,
  requests: Readonly<Record<string, RequestState>>,
  line: (status: number, method: string, path: string) => string,
): Record<string, Difference> {
  return Object.fromEntries(
    Object.entries(differences).map(([name, { seen, why }]): [string, Difference] => {
      const [before = 0, after = 0] = seen[0]?.match(/\d+/g)?.map(Number) ?? [];
      const { method = "GET", path = "/" } = requests[name]?.[0] ?? {};
      return [
        name,
        { seen: [...seen, `log: - ${line(before, method, path)}`, `log: + ${line(after, method, path)}`], why },
      ];
    }),
  );
}

/** Those of some values that have these names. */
export function only<Value>(values: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Puts a prefix before the names of requests, or of differences. */
export function named<Value>(what: string, values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${what}: ${name}`, value]));
}
