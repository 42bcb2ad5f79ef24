import { createRequire } from "node:module";

const load = createRequire(process.execPath);
const loaded = new Map<string, unknown>();

/**
 * Node's own modules, each loaded when it is first used: `builtin.http.STATUS_CODES`. An `import` of such a module
 * reads all of its exports, and loads what they need. From Node 22 on, an `import` of `node:http` loads Node's `fetch`
 * client, which takes longer than loading an adapter.
 *
 * @experimental
 */
export const builtin: {
  readonly http: typeof import("node:http");
  readonly stream: typeof import("node:stream");
  readonly util: typeof import("node:util");
  readonly zlib: typeof import("node:zlib");
} = {
  get http() {
    return once<typeof import("node:http")>("node:http");
  },
  get stream() {
    return once<typeof import("node:stream")>("node:stream");
  },
  get util() {
    return once<typeof import("node:util")>("node:util");
  },
  get zlib() {
    return once<typeof import("node:zlib")>("node:zlib");
  },
};

/** `require` does work for each call, which a hot path must not pay. */
function once<Loaded>(name: string): Loaded {
  const known = loaded.get(name);
  if (known !== undefined) return known as Loaded;
  const module: unknown = load(name);
  loaded.set(name, module);
  return module as Loaded;
}
