import { closed, cred, each, failing, file, type Loose, load, type Provocation, tcp } from "../javascript/tools.ts";
import { after, again, asJson, asQuotedBody, carried, caught, chained, inOneLine, named, shown } from "./carry.ts";

const fs = load("node:fs/promises");
const net = load("node:net");
const dns = load("node:dns/promises");
const util = load("node:util");
const { pathToFileURL } = load("node:url");
const { createRequire } = load("node:module");

const read = (path: string) => (): unknown => fs.readFile(path);
const dial =
  (port: number, host = "127.0.0.1") =>
  (): unknown =>
    failing(net.connect(closed(port), host));
const lookup = (host: string) => (): unknown => dns.lookup(host);
const { SuppressedError: Suppressed, DisposableStack: Disposables } = globalThis as unknown as Record<string, Loose>;

const both = async (): Promise<never> => {
  throw new AggregateError(
    [await caught(dial(8301)), await caught(lookup("consul-1.mesh.private"))],
    "no peer answered",
  );
};

/** Errors of the runtime in the carriers in which services hand them on. */
export const provocations: Provocation[] = [
  ...again("node", {
    ...each(
      "words-file",
      ["/data/exports/may.parquet", "/Library/Fonts/Inter.ttf", "/mnt/nfs/labels/118.pdf", "/Volumes/Backup/shop.sql"],
      (path) => [carried(read(path), named("Report could not be written")), { paths: [path] }],
    ),
    "words-spaces": [
      carried(read("/srv/shop/my exports/May 2026.csv"), after("The export failed")),
      { paths: ["/srv/shop/my exports/May 2026.csv"] },
    ],
    "words-url": carried(() => fs.readFile(pathToFileURL("/srv/feeds/stock%20list.xml")), after("feed")),
    "words-unicode": [
      carried(read("/srv/shop/données/été.csv"), named("Échec de l’import")),
      { paths: ["/srv/shop/données/été.csv"] },
    ],
    ...each(
      "words-host",
      ["printer-3", "nas.home", "ci-runner-7f9c.builds.svc.cluster.local", "_ldap._tcp.ad.corp", "metrics.eu.private"],
      (host) => [carried(lookup(host), after("Provider said")), { hosts: [host] }],
    ),
    ...each("json-carrier", ["4318", "9411"], (port) => [carried(dial(Number(port)), asJson), { as: ["json"] }]),
    "json-file": [carried(read(file("certs/site.pem")), asJson), { as: ["json"] }],
    "body-file": carried(() => fs.mkdir(file("spool/a/b").replace("spool", "none")), asQuotedBody),
    "body-module": carried(() => createRequire(import.meta.url)("@acme/tax-rules"), asQuotedBody),
    "one-line-module": carried(() => createRequire(import.meta.url)("./tax-rules.cjs"), inOneLine(" ")),
    "one-line-pipe": carried(() => fs.copyFile(file("a.bin"), "/data/b.bin"), inOneLine(" | ")),
    "one-line-arrow": carried(() => JSON.parse('{"rate": 0.19,}'), inOneLine(" → ")),
    "html-stack": carried(
      () => (undefined as unknown as Loose)["rates"],
      (error) => `<pre>${(error.stack ?? "").replace(/\n {4}/g, "<br>&nbsp;&nbsp;")}</pre>`,
    ),
    "chain-file": carried(async () => {
      throw new Error("cannot render letter 118", {
        cause: new Error("no template", { cause: await caught(read(file("letters/de.html"))) }),
      });
    }, chained),
    "chain-host": carried(async () => {
      throw new Error("order ord_8123 was not placed", { cause: await caught(lookup("stock-api.warehouse.home")) });
    }, chained),
    "chain-fetch": carried(() => fetch(`http://127.0.0.1:${closed(9464)}/metrics`), chained),
    "chain-fetch-host": carried(
      () => fetch("https://sso.corp.example-internal.lan/token"),
      (error) => chained(error, "; caused by: "),
    ),
    "chain-benign": carried(() => {
      throw new Error("cannot book", {
        cause: new RangeError("seat 42F is taken", { cause: new Error("version 7 is stale") }),
      });
    }, chained),
    "inspect-words": carried(dial(6831, "::1"), shown("tracer:")),
    "inspect-map": carried(
      read("/etc/acme/limits.toml"),
      (error) => util.inspect(new Map([["attempt 1", error]]), { depth: 3 }) as unknown as string,
    ),
    "inspect-compact": [
      carried(dial(3100), (error) =>
        (util.inspect(error, { compact: true, breakLength: Number.POSITIVE_INFINITY }) as unknown as string).replace(
          /\n\s*/g,
          " ",
        ),
      ),
      {},
    ],
    "inspect-fields": carried(dial(9095), (error) => util.inspect({ ...error }) as unknown as string),
    "format-error": carried(
      lookup("loki-0.logging.private"),
      (error) => util.format("push failed (%s): %o", "loki", error.message) as unknown as string,
    ),
    "own-fields-json": carried(
      () => fs.open("/var/lib/acme/lock", "wx"),
      (error) => JSON.stringify(error),
    ),
    "own-fields-host": carried(lookup("otel-collector"), (error) =>
      JSON.stringify(
        error,
        Object.getOwnPropertyNames(error).filter((name) => name !== "stack"),
      ),
    ),
    aggregate: [both, { as: ["message", "inspect"] }],
    "aggregate-list": carried(
      both,
      (error) => `${error.message}: ${(error as AggregateError).errors.map(String).join(", ")}`,
    ),
    "aggregate-numbered": carried(both, (error) =>
      (error as AggregateError).errors.map((one, index) => `[${index + 1}] ${one.stack}`).join("\n"),
    ),
    "aggregate-any": carried(
      () => Promise.any([fs.stat("/data/a"), fs.stat("/data/b")]),
      (error) => `${error.message} (${(error as AggregateError).errors.map(({ message }) => message).join(" / ")})`,
    ),
    "aggregate-localhost": [() => failing(net.connect(closed(3306), "localhost")), { as: ["inspect"] }],
    "settled-reasons": async () => {
      const all = await Promise.allSettled([
        fs.readdir("/srv/shop/queue-a"),
        dns.lookup("smtp-out"),
        dns.lookup("example..com"),
      ]);
      return all.map((one) => ("reason" in one ? String(one.reason) : "ok")).join("\n");
    },
    suppressed: [
      async () => {
        throw new Suppressed(
          await caught(() => fs.unlink("/run/acme/labels.lock")),
          new Error("label 118 has no weight"),
          "closing failed too",
        );
      },
      { as: ["message", "inspect"] },
    ],
    "suppressed-words": carried(
      async () => {
        throw new Suppressed(
          await caught(dial(2375)),
          await caught(lookup("images.builds.home")),
          "An error was suppressed during disposal.",
        );
      },
      (error) =>
        `${error.message} error=${(error as unknown as Loose)["error"]} suppressed=${(error as unknown as Loose)["suppressed"]}`,
    ),
    "disposed-stack": carried(() => {
      const stack = new Disposables();
      stack.dispose();
      stack.defer(() => {});
    }, named("teardown")),
    "abort-reason": carried(
      () => AbortSignal.abort(new Error("10.244.1.7 was drained")).throwIfAborted(),
      named("rollout"),
    ),
    "abort-cause": carried(() => fetch("http://127.0.0.1", { signal: AbortSignal.abort() }), named("quote")),
    "reset-words": carried(
      async () =>
        failing(
          net.connect(await tcp(7000, (socket) => socket.resetAndDestroy()), "127.0.0.1").on("connect", () => {}),
        ),
      shown("peer:"),
    ),
    "error-code-text": carried(
      () => fs.rename(file("a"), "/proc/b"),
      (error) => `${(error as unknown as Loose)["code"]} (${(error as unknown as Loose)["syscall"]})`,
    ),
    "system-error-names": () => [-2, -13, -111, -3008].map((code) => util.getSystemErrorMessage(code)).join("; "),
    "token-in-cause": carried(() => {
      throw new Error("cannot refresh", { cause: new Error(`refresh_token=${cred("base62Key", 1301)} was rejected`) });
    }, chained),
    "headers-quoted": () =>
      `upstream request failed; curl -X POST https://api.example.com/v1/charges -H 'Authorization: Bearer ${cred("stripeKey", 1302)}' -H 'Idempotency-Key: 8f14e45f'`,
    "cookie-quoted": () =>
      new Headers([
        ["set-cookie", `session_id=${cred("hexKey40", 1303)}; HttpOnly`],
        ["via", "1.1 varnish"],
      ])
        .getSetCookie()
        .join(),
    "dsn-quoted": carried(
      () => fetch(`ftp://edi:${cred("simplePassword", 1304)}@ftp.partner.lan/in`),
      (error) => chained(error),
    ),
    "path-lookup": carried(
      () => createRequire(import.meta.url).resolve("acme-missing", { paths: ["/opt/plugins"] }),
      after("plugin"),
    ),
  }),
];
