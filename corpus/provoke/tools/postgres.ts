import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expand } from "../../secrets.ts";

export interface Postgres {
  readonly port: number;
  stop(): Promise<void>;
}

const BIN = "/usr/lib/postgresql/15/bin";
const NOBODY = 65534;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/**
 * Starts a database server on 127.0.0.1 for the user `app` with the given password; undefined where none is installed.
 * The server refuses to run for root, so it runs for nobody.
 */
export async function startPostgres(password: string): Promise<Postgres | undefined> {
  if (!existsSync(`${BIN}/initdb`)) return undefined;
  const dir = mkdtempSync(join(tmpdir(), "provoke-pg-"));
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (owner.uid !== undefined) chownSync(dir, owner.uid, owner.gid);
  chmodSync(dir, 0o755);
  const file = join(dir, "password");
  writeFileSync(file, expand(password), { mode: 0o644 });
  const data = join(dir, "data");
  const init = [
    "-D",
    data,
    "-U",
    "app",
    "--pwfile",
    file,
    "-A",
    "scram-sha-256",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ];
  execFileSync(`${BIN}/initdb`, init, { ...owner, cwd: dir, stdio: "ignore" });
  const port = await freePort();
  const options = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=20", "-k", dir];
  const server = spawn(`${BIN}/postgres`, ["-D", data, "-p", String(port), ...options], {
    ...owner,
    cwd: dir,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("close", resolve));
  for (let tries = 0; tries < 60 && !existsSync(join(data, "postmaster.pid")); tries += 1) await sleep(100);
  await sleep(1500);
  return {
    port,
    async stop() {
      server.kill("SIGINT");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
