import cors from "cors";
import helmet from "helmet";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { STYLE_DIFFERENCES } from "../support/styles.ts";
import { fewRequests, mountStyles } from "./styles.ts";

const ORIGIN = { Origin: "https://pages.test" };
const ASK = { ...ORIGIN, "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "X-A, X-B" };

const preflight = (path: string, status = 204): RequestState => [{ method: "OPTIONS", path, headers: ASK, status }];

const SETUPS: readonly Setup<ExpressApp>[] = [
  {
    library: "helmet",
    mount: (app) => {
      app.use(helmet());
      app.use(
        "/nonce",
        helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'", () => "'nonce-1'"] } } }),
      );
      app.use("/bad-policy", helmet({ contentSecurityPolicy: { directives: { scriptSrc: [() => "a;b"] } } }));
      app.get("/nonce", (_request, response) => void response.send("<script nonce=1></script>"));
      mountStyles(app);
    },
    requests: {
      ...fewRequests(),
      "a directive that is a function": [{ path: "/nonce" }],
      "a directive that cannot be": [{ path: "/bad-policy", status: 500 }],
    },
    differences: STYLE_DIFFERENCES,
  },
  {
    library: "cors",
    mount: (app) => {
      app.use("/named", cors({ origin: /\.test$/, credentials: true, exposedHeaders: ["X-Own"], maxAge: 60 }));
      app.use("/asked", cors({ origin: (_origin, done) => done(new Error("no such origin")) }));
      app.use("/own-preflight", cors({ preflightContinue: true, methods: ["GET"] }));
      app.options("/own-preflight", (_request, response) => void response.status(202).send("mine"));
      app.use("/old-preflight", cors({ optionsSuccessStatus: 200, allowedHeaders: "X-C" }));
      app.get("/named", (_request, response) => void response.set("X-Own", "1").send("named"));
      app.use(cors());
      mountStyles(app);
    },
    requests: {
      ...fewRequests(ORIGIN),
      OPTIONS: preflight("/json"),
      "a named origin": [{ path: "/named", headers: ORIGIN }],
      "an origin that is not named": [{ path: "/named", headers: { Origin: "https://other.example" } }],
      "a preflight of a named origin": preflight("/named"),
      "an origin that is refused": [{ path: "/asked", headers: ORIGIN, status: 500 }],
      "a preflight that goes on": preflight("/own-preflight", 202),
      "a preflight for old browsers": preflight("/old-preflight", 200),
      "a preflight of an unknown route": preflight("/nowhere"),
    },
    differences: STYLE_DIFFERENCES,
  },
];

bothWays(EXPRESS_5, SETUPS);
