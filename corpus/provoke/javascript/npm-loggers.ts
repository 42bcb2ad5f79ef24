import { about, cred, file, type Loose, load, type Provocation } from "./tools.ts";

const winston = load("winston");
const pino = load("pino");

/** What a logger writes of an error. */
function logged(value: unknown): string {
  let text = "";
  const log = pino(
    { base: { service: "orders" }, timestamp: false },
    {
      write: (line: string) => {
        text += line;
      },
    },
  );
  log.error(value);
  return text.trim();
}

function formatted(info: object): string {
  const { format } = winston;
  const made = format
    .combine(format.errors({ stack: true }), format.json())
    .transform(Object.assign(info, { level: "error" }), {}) as Loose;
  return String(made[Symbol.for("message") as unknown as string]);
}

/** What loggers write. */
export const provocations: Provocation[] = [
  ...about("winston", {
    error: [() => formatted(new Error(`cannot send to ${file("spool/out")}`)), { as: ["json"] }],
    secret: () =>
      formatted({
        message: "retrying",
        headers: { authorization: `Bearer ${cred("gitlabToken", 605)}` },
        host: "hooks.internal",
      }),
    transport: () => winston.createLogger().add({}),
    file: () => new winston.transports.File({}),
  }),
  ...about("pino", {
    error: [() => logged(new RangeError("page size of 500 exceeds 100")), { as: ["json"] }],
    nested: [
      () =>
        logged({
          err: Object.assign(new Error("connect ECONNREFUSED 10.4.2.8:6379"), { code: "ECONNREFUSED" }),
          request: { url: "/v1/orders" },
        }),
      { as: ["json"] },
    ],
    secret: [
      () =>
        logged({
          err: new Error("401 from upstream"),
          apiKey: cred("anthropicKey", 606),
          upstream: "llm-proxy.ai.svc",
        }),
      { as: ["json"] },
    ],
    level: () => pino({ level: "loud" }),
    target: () => pino({ transport: { target: "pino-none" } }),
    redact: () => pino({ redact: ["a["] }),
  }),
];
