import onFinished from "on-finished";
import onHeaders from "on-headers";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, type ExpressApp } from "../support/express.ts";
import type { Setup } from "../support/setup.ts";
import { logged, STYLE_DIFFERENCES } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const SETUPS: readonly Setup<ExpressApp>[] = [
  {
    library: "on-finished",
    mount: (app, run) => {
      app.use((_request, response, next) => {
        run.log(`finished before: ${onFinished.isFinished(response)}`);
        onFinished(response, (error, { statusCode }) => {
          run.log(`${statusCode} ${error === null} ${onFinished.isFinished(response)}`);
        });
        next();
      });
      mountStyles(app);
    },
    requests: styleRequests(),
    differences: logged(STYLE_DIFFERENCES, styleRequests(), (status) => `${status} true true`),
  },
  {
    library: "on-headers",
    mount: (app) => {
      app.use((_request, response, next) => {
        onHeaders(response, function () {
          const own = this.getHeaderNames().filter((name) => name !== "uhp-version" && name !== "x-request-id");
          this.setHeader("X-Outer", own.join());
        });
        onHeaders(response, function () {
          this.setHeader("X-Inner", `${this.statusCode} ${this.getHeader("content-type")}`);
        });
        next();
      });
      app.get("/status-in-listener", (_request, response) => {
        onHeaders(response, function () {
          this.statusCode = 202;
          this.removeHeader("X-Powered-By");
        });
        response.end("taken");
      });
      mountStyles(app);
    },
    requests: { ...styleRequests(), "a listener that sets the status": [{ path: "/status-in-listener", status: 202 }] },
    differences: STYLE_DIFFERENCES,
  },
];

bothWays(EXPRESS, SETUPS);
