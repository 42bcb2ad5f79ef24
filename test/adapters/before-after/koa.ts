import type { Contract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/koa";
import Koa3 from "koa";
import { koaBody } from "koa-body";
import Koa2 from "koa2";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import { listen } from "../../conformance/drivers/listen.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { BREAKS_OFF, type Item, observed, outcome } from "./item.ts";
import { ofCase, onDriver } from "./shared.ts";

const KOA: readonly DriverName[] = ["koa2", "koa3"];

/** Mounts an app. Calls `contract` where the contract has to be mounted, which is first unless something has to come before it. */
type Mount = (app: Koa3, contract: () => unknown) => void;

function start(framework: DriverName, contract: Contract | undefined, mount: Mount): Promise<RunningDriver> {
  const app = new (framework === "koa2" ? (Koa2 as unknown as typeof Koa3) : Koa3)();
  app.silent = true;
  mount(app, () => contract && app.use(uhp(contract)));
  return listen(app.callback());
}

function onApp(
  what: string,
  expected: string,
  mount: Mount,
  ask: (url: string) => Promise<string> = (url) => outcome(url, {}),
): Item {
  const observe: Item["observe"] = (framework, contract) => observed(start(framework, contract, mount), ask);
  return { what, frameworks: KOA, expected, observe };
}

const LISTENING: Item = {
  what: "how often a listener of the app's `error` event hears of one throw",
  frameworks: KOA,
  expected: "once",
  observe: (framework, contract) => {
    let heard = 0;
    const mount: Mount = (app, useContract) => {
      app.on("error", () => {
        heard += 1;
      });
      useContract();
      app.use(() => {
        throw new Error(LEAKY_TEXT);
      });
    };
    return observed(start(framework, contract, mount), async (url) => {
      await outcome(url, {});
      return heard === 1 ? "once" : `${heard} times`;
    });
  },
};

async function upload(url: string): Promise<string> {
  const file = `Content-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(5_000)}`;
  return outcome(url, {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
    body: `--b\r\n${file}\r\n--b--\r\n`,
  });
}

/** Failures in a Koa service that no code throws on purpose. */
export const KOA_ITEMS: readonly Item[] = [
  ofCase(KOA, "`throw new Error(…)` with a private text", "thrown.error"),
  ofCase(KOA, "`throw undefined`", "thrown.undefined"),
  ofCase(KOA, "`throw null`", "thrown.null"),
  ofCase(KOA, "a promise rejected with a text", "rejected.string"),
  ofCase(KOA, "an error of another service's SDK, with its status and headers", "upstream.SDK error with a status", {
    shown: { "set-cookie": "none" },
  }),
  ofCase(KOA, "`ctx.throw(404, …)` with a private text", "http-errors.404"),
  ofCase(KOA, "an unknown route", "written.no-route"),
  ofCase(KOA, "a known route by another method (`allowedMethods`)", "written.wrong-method", {
    shown: { allow: "`GET, HEAD`" },
  }),
  onDriver(KOA, "a method that no route has (`allowedMethods`)", {
    expected: "501 `acme_not_implemented` · allow: `GET, HEAD`",
    sent: { method: "SEARCH", path: "/methods/1" },
    shown: ["allow"],
  }),
  ofCase(KOA, "a body stream that fails before its first byte", "stream.fails-at-once"),
  ofCase(KOA, "a body that cannot be serialized", "unserialisable.big-integer"),
  onDriver(KOA, "a throw after the first half of an answer", {
    expected: BREAKS_OFF,
    handler: async ({ response }) => {
      response.statusCode = 200;
      await new Promise((written) => response.write("half of it", written));
      throw new Error(LEAKY_TEXT);
    },
  }),
  ofCase(KOA, "a status that middleware sets without a body", "written.bare.503"),
  ofCase(KOA, "another's JSON with an error status", "written.json.403"),
  ofCase(KOA, "koa-ratelimit", "written.limiter", { twice: true }),
  onApp("a throw in middleware before the contract's", "500 `acme_internal_error`", (app, useContract) => {
    app.use(async (_context, next) => {
      await next();
      throw new Error(LEAKY_TEXT);
    });
    useContract();
    app.use((context) => {
      context.body = "ok";
    });
  }),
  ofCase(KOA, "CORS headers of a request that fails", "headers.set-before", {
    shown: { "access-control-allow-origin": "`https://a.example`" },
  }),
  LISTENING,
  ofCase(KOA, "@koa/bodyparser: JSON that does not parse", "body-parser.syntax"),
  ofCase(KOA, "@koa/bodyparser: a body over the limit", "body-parser.too-large"),
  ofCase(KOA, "inflation: an unknown content encoding", "body-parser.encoding"),
  ofCase(KOA, "inflation: a corrupt gzip body", "body-parser.corrupt"),
  onApp(
    "koa-body: a file over formidable's limit",
    "413 `file_too_large`",
    (app, useContract) => {
      useContract();
      app.use(koaBody({ multipart: true, formidable: { maxFileSize: 1_000 } }));
    },
    upload,
  ),
  ofCase(KOA, "@koa/multer: a file over the limit", "limit.upload"),
];
