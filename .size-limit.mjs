import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * The most that an entry of a package may weigh, in kB (10³ bytes), minified and compressed by gzip, without the packages that it loads.
 * A little more than it weighs: raise one for what is worth it.
 */
const ENTRIES = {
  cli: 63,
  client: 10.4,
  conformance: 14.7,
  "conformance/internal": 4,
  core: 111.6,
  "core/adapter": 1.2,
  "core/adoption": 77,
  "core/codes": 4,
  "core/databases": 3.2,
  "core/internal": 6.9,
  "core/messages": 1.5,
  "core/retry": 2.5,
  "core/sanitizer": 52.5,
  exports: 21.6,
  "exports/internal": 4.5,
  express: 3.9,
  fastify: 5,
  h3: 3.7,
  hono: 3.3,
  koa: 3.6,
  mcp: 4.8,
  "mcp/client": 0.6,
  nestjs: 3,
  node: 12.5,
  "node/internal": 12.5,
  otel: 2.2,
  testing: 6.5,
  "testing/jest": 3.5,
  "testing/vitest": 3.5,
  web: 9,
  "web/internal": 8.2,
};

/** The weight of an entry that has types alone. */
const NOTHING = 0.1;

/** The same for what an application imports by name, with all that it brings along. */
const IMPORTS = [
  ["VERSIONS", "core", 0.5],
  ["parseEnvelope", "core", 1],
  ["CODES", "core", 3.5],
  ["sanitizeMessage", "core", 52.2],
  ["defineCatalog", "core", 14.6],
  ["createContract", "core", 103.3],
  ["parseError", "client", 4.4],
  ["createClient", "client", 11.5],
];

/** What a Worker loads that answers by a contract: all of core's contract and the adapter. */
const WORKER = 116.2;

const folder = new URL("packages/", import.meta.url);

/** Every entry of a package that is JavaScript. */
function entriesOf(name) {
  const { exports } = JSON.parse(readFileSync(new URL(`${name}/package.json`, folder), "utf8"));
  return Object.entries(exports).flatMap(([path, { import: esm }]) =>
    esm === undefined ? [] : [{ entry: path === "." ? name : `${name}${path.slice(1)}`, file: esm.default }],
  );
}

const settings = {
  gzip: true,
  modifyEsbuildConfig: (config) => ({ ...config, platform: "node", packages: "external", target: "es2022" }),
};
const inBrowser = {
  gzip: true,
  modifyEsbuildConfig: (config) => ({ ...config, platform: "browser", target: "es2022" }),
};
const dist = (name) => `packages/${name}/dist/index.js`;

const packages = globSync("*/package.json", { cwd: folder }).map((file) => basename(dirname(file)));
const entries = packages.sort().flatMap((name) =>
  entriesOf(name).map(({ entry, file }) => {
    const limit = ENTRIES[entry] ?? (entry.endsWith("/internal") ? NOTHING : undefined);
    if (limit === undefined) throw new Error(`.size-limit.mjs has no limit for ${entry}`);
    return { ...settings, name: entry, path: `packages/${name}/${file}`, limit: `${limit} kB` };
  }),
);

const imports = IMPORTS.map(([name, from, limit]) => ({
  ...inBrowser,
  name: `{ ${name} } of ${from}`,
  path: dist(from),
  import: `{ ${name} }`,
  limit: `${limit} kB`,
}));

const worker = {
  ...inBrowser,
  name: "a Worker with core and web",
  path: dist("web"),
  import: { [dist("core")]: "{ createContract, defineCatalog }", [dist("web")]: "{ uhp }" },
  limit: `${WORKER} kB`,
};

export default [...entries, ...imports, worker];
