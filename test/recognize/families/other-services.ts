import { Client, credentials, Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import * as prisma from "@prisma/client/runtime/library";
import ratelimit from "koa-ratelimit";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { SECRETS } from "../../support/secrets.ts";
import { type Family, FORBIDDEN, INTERNAL, LIMITED, type Row, TIMEOUT, UPSTREAM } from "../expect-answer.ts";
import { fromKoa, KOAS } from "../provoke.ts";
import { caught, made } from "./caught.ts";
import { CLOSED_PORT } from "./failing.ts";

const same = (bytes: Buffer) => bytes;

/** Calls a method that the service does not have, or in which it fails. */
function call(port: number, deadline = Date.now() + 30_000): Promise<unknown> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest("/a/b", same, same, Buffer.from(SECRETS.password), { deadline }, (failure, value) => {
      client.close();
      failure ? reject(failure) : resolve(value);
    });
  });
}

/** A gRPC service that fails with a code, or does not answer at all. */
const service = (code: number | undefined, deadline?: () => number) =>
  caught(async () => {
    const server = new Server();
    const method = { path: "/a/b", requestStream: false, responseStream: false };
    const ways = {
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    };
    const metadata = new Metadata();
    metadata.set(SECRETS.header, SECRETS.password);
    server.addService(
      { b: { ...method, ...ways } },
      {
        b: (_call: unknown, done: (failure: object) => void) => code && done({ code, details: SECRETS.host, metadata }),
      },
    );
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (failure, bound) =>
        failure ? reject(failure) : resolve(bound),
      ),
    );
    try {
      await call(port, deadline?.());
    } finally {
      server.forceShutdown();
    }
  });

const GRPC: readonly Row[] = [
  ["a port that nothing listens on", caught(() => call(CLOSED_PORT)), UPSTREAM],
  ["a deadline", service(undefined, () => Date.now() + 50), TIMEOUT],
  ...[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((code): Row => [`${code}`, service(code), UPSTREAM]),
  ["4", service(4), TIMEOUT],
];

const clientVersion = "6";
const known = (code: string) =>
  made(() => new prisma.PrismaClientKnownRequestError(SECRETS.password, { code, clientVersion }));
const starting = (code?: string) =>
  made(() => new prisma.PrismaClientInitializationError(SECRETS.host, clientVersion, code));

const PRISMA: readonly Row[] = [
  ...["P1002", "P1008", "P2024"].map((code): Row => [code, known(code), TIMEOUT]),
  ...["P1001", "P1011", "P1017", "P2028", "P2034", "P2037"].map((code): Row => [code, known(code), UPSTREAM]),
  // The login, a duplicate, a record that does not exist, a failed migration.
  ...["P1000", "P2002", "P2025", "P3009"].map((code): Row => [code, known(code), INTERNAL]),
  ["a database that cannot be reached", starting("P1001"), UPSTREAM],
  ["a database that takes too long", starting("P1002"), TIMEOUT],
  ["a wrong password", starting("P1000"), INTERNAL],
  ["an engine that is not there", starting(), INTERNAL],
  [
    "a query that does not fit the schema",
    made(() => new prisma.PrismaClientValidationError(SECRETS.password, { clientVersion })),
    INTERNAL,
  ],
  [
    "an unknown failure",
    made(() => new prisma.PrismaClientUnknownRequestError(SECRETS.password, { clientVersion })),
    INTERNAL,
  ],
  ["an engine that broke", made(() => new prisma.PrismaClientRustPanicError(SECRETS.path, clientVersion)), INTERNAL],
];

const waiting = (seconds: string | undefined) => ({ ...LIMITED, headers: { "Retry-After": seconds } });

/** A limit of one that has been reached, for some seconds or forever. */
const limited = (duration: number) =>
  caught(async () => {
    const limiter = new RateLimiterMemory({ points: 1, duration });
    await limiter.consume(SECRETS.password);
    try {
      await limiter.consume(SECRETS.password);
    } finally {
      await limiter.delete(SECRETS.password);
    }
  });

const FLEXIBLE: readonly Row[] = [
  ["a limit", limited(9), waiting("9")],
  ["a limit that never ends", limited(0), waiting(undefined)],
];

/** Longer than the longest wait that is stated, which is a year, so the stated wait does not change while a test runs. */
const TWO_YEARS = 63_072_000_000;

const KOA_RATELIMIT: readonly Row[] = KOAS.flatMap(([name, Framework]): readonly Row[] => {
  const run = (options: object) => () =>
    fromKoa(
      Framework,
      (use) => use(ratelimit({ driver: "memory", db: new Map(), duration: TWO_YEARS, max: 0, ...options }) as never),
      { method: "GET" },
    );
  return [
    [`a limit on ${name}`, run({ throw: true, errorMessage: SECRETS.password }), waiting("31536000")],
    [`a client that is shut out on ${name}`, run({ blacklist: () => true }), FORBIDDEN],
  ];
});

export const OTHER_SERVICES: readonly Family[] = [
  { library: "@grpc/grpc-js", rows: GRPC },
  { library: "@prisma/client", rows: PRISMA },
];

export const RATE_LIMITERS: readonly Family[] = [
  { library: "rate-limiter-flexible", rows: FLEXIBLE },
  { library: "koa-ratelimit", recognizer: "http-errors", rows: KOA_RATELIMIT },
];
