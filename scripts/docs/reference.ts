import { writeFileSync } from "node:fs";
import { headerRows } from "./reference/headers.ts";
import { limitRows } from "./reference/limits.ts";
import { optionsOf } from "./reference/options.ts";
import { page } from "./reference/page.ts";

/** Where to read more about each option. */
type Links = Readonly<Record<string, string>>;

const CONTRACT: Links = {
  versions: "versions.md",
  defaultVersion: "versions.md",
  correlationId: "operating.md#the-id-of-a-request",
  compat: "#the-deprecated-text",
  appliesTo: "moving.md#apply-it-to-some-requests",
  replaceJsonRpc: "transports.md#json-rpc-and-mcp",
  exposeMessages: "moving.md#keep-your-own-messages",
  sanitizer: "sanitizer.md",
  recognize: "recognizers.md",
  errorHeaderFilter: "how-it-works.md#headers-of-a-replaced-response",
  reportOnly: "operating.md#report-only",
  onError: "operating.md",
};

const CATALOG: Links = {
  vendor: "your-codes.md",
  codes: "your-codes.md",
  contractCodes: "your-codes.md#the-specifications-codes-that-you-use",
  captureStackTraces: "your-codes.md",
  docsUrl: "your-codes.md#a-page-for-each-code",
};

const SANITIZER: Links = {
  internalHosts: "sanitizer.md#a-sanitizer-of-your-own",
  keep: "sanitizer.md#how-keep-matches",
  rules: "sanitizer.md#a-sanitizer-of-your-own",
  maxLength: "#limits",
};

const STREAM: Links = {
  responseObject: "tasks-and-streams.md",
  keepAliveMs: "tasks-and-streams.md",
  onStart: "tasks-and-streams.md",
  onRefused: "tasks-and-streams.md",
};

const FASTIFY: Links = {
  contract: "#createcontract",
  handleNotFound: "fastify.md#pages-for-unknown-routes",
  outside: "fastify.md#error-handlers-of-your-own",
};

const NEST: Links = { contract: "#createcontract" };

function table(path: string, name: string, links: Links): string {
  const rows = optionsOf(path, name).map(({ name: option, type, defaultValue = "must be given", does }) => {
    const link = links[option];
    if (link === undefined) throw new Error(`add a link for ${name}.${option}`);
    return `| [\`${option}\`](${link}) | ${type} | ${defaultValue} | ${does} |`;
  });
  return `| option | type | default | what it does |\n| --- | --- | --- | --- |\n${rows.join("\n")}`;
}

const text = page({
  contract: table("core/src/pipeline/contract-options.ts", "ContractOptions", CONTRACT),
  catalog: table("core/src/catalog/catalog.ts", "CatalogOptions", CATALOG),
  sanitizer: table("core/src/sanitizer/engine/sanitizer-options.ts", "SanitizerOptions", SANITIZER),
  stream: table("core/src/stream/event-stream.ts", "StreamOptions", STREAM),
  fastify: table("fastify/src/plugin.ts", "UhpOptions", FASTIFY),
  nest: table("nestjs/src/module.ts", "UhpModuleOptions", NEST),
  headers: headerRows().join("\n"),
  limits: limitRows().join("\n"),
});
writeFileSync(new URL("../../docs/reference.md", import.meta.url), text);
