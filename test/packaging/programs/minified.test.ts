import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { minify } from "rolldown/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../minified/program.ts", import.meta.url));

/** Optional packages, which libraries load only if they are installed. */
const OPTIONAL = [
  /^@nestjs\/(?:microservices|websockets)/,
  /^@fastify\/(?:static|view)$/,
  /^(?:class-transformer\/storage|pg-native|pg-cloudflare|kerberos|snappy|socks|aws4|mongodb-client-encryption)/,
  /^(?:@mongodb-js\/zstd|gcp-metadata|@aws-sdk\/.*)$/,
];

/** A direct `eval` keeps a minifier from renaming the code around it. This other build of the package has none. */
const DEPD = createRequire(createRequire(import.meta.url).resolve("http-errors")).resolve("depd/lib/browser/index.js");

interface Outcome {
  readonly className: string;
  readonly answers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const folder = mkdtempSync(join(tmpdir(), "minified-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The services and everything that they load, in one string. */
async function bundled(): Promise<string> {
  const input = await rolldown({
    input: PROGRAM,
    platform: "node",
    external: OPTIONAL,
    resolve: { conditionNames: ["@uhp-errors/source", "node"], alias: { depd: DEPD } },
    onLog: () => {},
  });
  const { output } = await input.generate({ format: "esm", codeSplitting: false });
  await input.close();
  return output[0].code;
}

/** The answers of the services. */
async function outcomeOf(name: string, code: string): Promise<Outcome> {
  const file = join(folder, name);
  writeFileSync(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as Outcome;
}

describe("services that were bundled and minified", () => {
  let plain: Outcome;
  let minified: Outcome;
  beforeAll(async () => {
    const code = await bundled();
    const small = await minify("minified.mjs", code, { module: true, compress: true, mangle: { toplevel: true } });
    plain = await outcomeOf("plain.mjs", code);
    minified = await outcomeOf("minified.mjs", small.code);
  }, 120_000);

  test("have other names for their classes", () => {
    expect(plain.className).toBe("HTTPException");
    expect(minified.className).not.toBe("HTTPException");
  });

  test.each(["express", "koa", "fastify", "nest", "web", "hono", "h3"])("%s answers as before", (framework) => {
    const before = plain.answers[framework] ?? {};
    expect(Object.keys(before)).not.toEqual([]);
    expect(minified.answers[framework]).toEqual(before);
  });

  test("know every error except those that the service itself caused", () => {
    const internal = Object.entries(plain.answers["express"] ?? {}).filter(([, answer]) => answer.startsWith("500 "));
    expect(internal.map(([name]) => name)).toEqual(["redis, another reply", "ioredis, another reply"]);
  });
});
