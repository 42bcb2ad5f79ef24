/** Files that are not mutated: they hold only data, which other tests prove, or no behavior. */
export const UNMUTATED = [
  "**/*.{test,test-d,examples}.ts",
  "**/*.d.ts",
  "**/index.ts",
  "packages/core/src/codes/*.ts",
  "packages/core/src/sanitizer/rules/**",
  "packages/core/src/recognize/{auth,bodies,databases,frameworks,limiters,validation}/**",
  "packages/core/src/adoption/{page-style,wording}.ts",
];

/** The tests that run on servers of every framework. */
const ON_SERVERS: readonly (readonly string[])[] = [
  [
    "test/adapters/{attach,copied-answers,drop-in,express*,fastify*,h3*,hono*,install,interception*,koa*,node-level,routed,status-set}.test.ts",
  ],
  [
    "test/adapters/{dropped-streams,endless-errors,held-responses,hooks-that-answer,http2,mounted-contracts,orders,report-only,second-contract}.test.ts",
    "test/conformance/{bearer,lost-errors,operations,own-messages,passes-through,properties,scope,streams*,tasks,too-late,unfit-details,versions}.test.ts",
  ],
];

/**
 * The tests that judge the mutants of a folder, by the beginning of its path. The longest matching path counts. The tests in the folder
 * itself come first. Each list gets the mutants that survive the one before it.
 */
export const JUDGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "packages/core/src": [
    ["packages/core/src/{access,adapter,catalog,contract,errors,pipeline,recognize/upstream,reports,tasks}/*.test.ts"],
    // If other files came after these in the same worker, a wait in one of their tests might never end.
    ["packages/core/src/stream/*.test.ts"],
    [
      "test/conformance/{bearer,json-rpc,operations,own-messages,retries,scope,streams,tasks,unfit-details,versions}.test.ts",
      "test/relay/*.test.ts",
    ],
  ],
  "packages/core/src/catalog": [
    ["packages/core/src/{contract,pipeline}/*.test.ts", "test/recognize/catalog.test.ts"],
    ["packages/exports/src/json/*.test.ts", "test/conformance/{detail-schemas,operations,unfit-details}.test.ts"],
  ],
  "packages/core/src/databases": [["test/recognize/nightly/foreign-families.test.ts"]],
  "packages/core/src/messages": [],
  "packages/core/src/recognize": [
    ["packages/core/src/contract/*.test.ts", "test/recognize/{catalog,foreign,foreign-lookalikes,guards}.test.ts"],
    ["test/recognize/nightly/foreign-upstream.test.ts"],
  ],
  "packages/core/src/redaction": [["test/client/apart/finder.test.ts"]],
  "packages/core/src/sanitizer": [["test/corpus/{sanitizer,triggers}.test.ts"]],
  "packages/core/src/untrusted": [
    ["packages/core/src/{contract,errors}/*.test.ts"],
    ["test/recognize/{foreign-lookalikes,foreign-proxies,guards}.test.ts"],
  ],
  "packages/cli/src": [
    ["test/conformance-package/{catalog-commands,cli,scan}.test.ts"],
    ["test/conformance-package/programs/adopt.test.ts"],
  ],
  "packages/client/src": [
    ["test/client/{bodies,incoming,limits,options,requests}.test.ts"],
    ["test/client/{client,sockets,thrown-on,unread}.test.ts"],
  ],
  "packages/conformance/src": [
    ["test/conformance-package/{check-catalog,meaningless,vacuous}.test.ts"],
    ["test/conformance-package/{audits,hostile}.test.ts"],
  ],
  "packages/exports/src": [["packages/exports/src/**/*.test.ts"]],
  "packages/mcp/src": [["test/transports/mcp/*.test.ts"]],
  "packages/testing/src": [["test/testing/{assertions,hostile-answers,mock-server,reports,samples}.test.ts"]],
  "packages/otel/src": [["test/telemetry/apart/record-reports.test.ts"], ["test/telemetry/programs/planted.test.ts"]],
  "packages/web/src": [
    ["test/conformance/{bare-runtime,web-properties}.test.ts", "test/adapters/parts-by-fetch.test.ts"],
    ...ON_SERVERS,
  ],
  "packages/nestjs/src": [["test/nest/*.test.ts"]],
  packages: ON_SERVERS,
};

/** Folders in which every survivor has to be explained, so a new one is a failure. */
export const EXPLAINED: readonly string[] = ["packages/core/src/retry"];
