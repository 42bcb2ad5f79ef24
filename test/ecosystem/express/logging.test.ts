import timeout from "connect-timeout";
import type { RequestHandler } from "express";
import morgan from "morgan";
import pino from "pino";
import { pinoHttp } from "pino-http";
import responseTime from "response-time";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { Run, Setup } from "../support/setup.ts";
import { logged, STYLE_DIFFERENCES } from "../support/styles.ts";
import { fewRequests, mountStyles } from "./styles.ts";

/** The format of morgan's lines. The length is logged only for responses that the contract leaves alone. */
const FORMAT = ":method :url :status :res[content-type]";
const LENGTH = ":status :res[content-length] :res[etag] :res[x-own]";

const SETUPS: readonly Setup<ExpressApp>[] = [
  {
    library: "morgan",
    mount: (app, run) => {
      const stream = { write: (line: string) => run.log(line.trimEnd()) };
      app.use(morgan(":method :url :status", { stream }));
      const failed: Parameters<typeof morgan>[1] = { stream, skip: (_request, response) => response.statusCode >= 400 };
      app.use(morgan(FORMAT, failed));
      app.use(morgan(LENGTH, failed));
      app.use(morgan(":method :url begins", { stream, immediate: true }));
      mountStyles(app);
    },
    requests: fewRequests(),
    differences: logged(STYLE_DIFFERENCES, fewRequests(), (status, method, path) => `${method} ${path} ${status}`),
  },
  {
    library: "pino-http",
    mount: (app, run) => {
      app.use(
        pinoHttp({ logger: pino({ level: "debug" }, { write: (line) => logPino(line, run) }) }) as RequestHandler,
      );
      app.get("/own-line", (request, response) => {
        request.log.warn("on its way");
        response.send("logged");
      });
      mountStyles(app);
    },
    requests: { ...fewRequests(), "a line of the handler's own": [{ path: "/own-line" }] },
    differences: logged(
      STYLE_DIFFERENCES,
      fewRequests(),
      (status) => `30 ${status} request ${status === 500 ? "errored" : "completed"}`,
    ),
  },
  {
    library: "response-time",
    mount: (app, run) => {
      app.use(responseTime());
      app.use(
        responseTime((_request, response, time) => {
          run.log(`${response.statusCode} ${typeof time}`);
        }),
      );
      mountStyles(app);
    },
    normalize: [{ pattern: /^X-Response-Time: [\d.]+ms/, by: "X-Response-Time: *", why: "it is measured" }],
    requests: fewRequests(),
    differences: logged(STYLE_DIFFERENCES, fewRequests(), (status) => `${status} number`),
  },
  {
    library: "connect-timeout",
    mount: (app, run) => {
      app.use("/silent", timeout(20), (request) => {
        request.on("timeout", () => run.log("timed out"));
      });
      app.use("/kept", timeout(20, { respond: false }), (request, response) => {
        request.on("timeout", () => response.status(202).send("later"));
      });
      app.use(timeout("10s"));
      mountStyles(app);
    },
    requests: {
      ...fewRequests(),
      "an answer that does not come": [{ path: "/silent", status: 503 }],
      "an answer that the handler writes itself": [{ path: "/kept", status: 202 }],
    },
    differences: STYLE_DIFFERENCES,
  },
];

/** The level, status and message of a line. The rest has times and headers. */
function logPino(line: string, run: Run): void {
  const { level, msg, res } = JSON.parse(line) as { level: number; msg: string; res?: { statusCode: number } };
  run.log(`${level} ${res?.statusCode ?? "-"} ${msg}`);
}

bothWays(EXPRESS_5, SETUPS);
