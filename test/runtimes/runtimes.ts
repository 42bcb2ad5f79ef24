import { PROGRAMS } from "./bundle.ts";
import { onBun, onDeno, onNode, onWorkerd, type Started } from "./start.ts";

/** One runtime, and how it is served. */
export interface Runtime {
  readonly name: string;
  start(): Promise<Started>;
  /**
   * Ids of cases and names of exchanges that fail here because of a fault or a limit of the runtime, each with the reason. A prefix with an
   * app's name limits the entry to that app.
   */
  readonly knownFailing: Readonly<Record<string, string>>;
  /** The same for what cannot be tried, since this runtime lacks something that is needed to make it. */
  readonly notRun: Readonly<Record<string, string>>;
  /** What fails with the driver's app on Node, and passes here. */
  readonly passes: readonly string[];
}

const SAID = "servers on Node send the status that a class says";

const node = (major: number): Runtime => ({
  name: `Node ${major}`,
  start: () => onNode(`node${major}`, PROGRAMS.node),
  knownFailing: { "an error of a class that says 200": SAID },
  notRun: {},
  passes: [],
});

const NO_VM = "this Worker has no node:vm, which makes the value";

const VM = { "thrown.cross-realm": NO_VM, "rejected.cross-realm": NO_VM };

const NO_TYPE = "Bun sends the type of a file or a form for GET and not for HEAD, unless somebody has read the headers";

const FROZEN = "Deno keeps what it knows of headers on their own object, so that nobody can list frozen ones";

const ANY_TEXT = "Headers of Workers take any text, and send it as UTF-8";

const OF_WORKERS = { "headers.invalid.200": ANY_TEXT, "headers.invalid.302": ANY_TEXT };

/** What Hono on Node needs node-server's own class of requests for. */
const OWN_REQUESTS = ["body-parser.syntax.chunked"];

/** Every runtime that the packages are tried on. */
export const RUNTIMES: readonly Runtime[] = [
  node(20),
  node(22),
  node(24),
  node(26),
  {
    name: "Bun",
    start: () => onBun(PROGRAMS.bun),
    knownFailing: {
      "web: HEAD of file": NO_TYPE,
      "web: HEAD of form": NO_TYPE,
      "hono: HEAD of file": NO_TYPE,
      "hono: HEAD of form": NO_TYPE,
    },
    notRun: {},
    passes: OWN_REQUESTS,
  },
  {
    name: "Deno",
    start: () => onDeno(PROGRAMS.deno),
    knownFailing: { "GET of frozen headers": FROZEN, "HEAD of frozen headers": FROZEN },
    notRun: {},
    passes: OWN_REQUESTS,
  },
  {
    name: "workerd",
    // The oldest date for which a Worker has the streams of the fetch standard.
    start: () => onWorkerd(PROGRAMS.bare, { date: "2022-11-30", flags: [] }),
    knownFailing: OF_WORKERS,
    notRun: { ...VM, "stream.fails-at-once": "this Worker has no node:stream, which makes the stream" },
    passes: OWN_REQUESTS,
  },
  {
    name: "workerd, nodejs_compat",
    start: () => onWorkerd(PROGRAMS.workers, { date: "2026-11-01", flags: ["nodejs_compat"] }),
    knownFailing: OF_WORKERS,
    notRun: VM,
    passes: OWN_REQUESTS,
  },
];
