import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { expand } from "../../secrets.ts";
import type { Provocation } from "./provocation.ts";

const PATH = `/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin:${homedir()}/.cargo/bin`;
const LIMIT_MS = 20_000;
const ALONE =
  'ip link set lo up; for a in $ADDRESSES; do ip addr add $a dev lo; done; mount --bind "$HOSTS" /etc/hosts; exec "$@"';
const NAMED = 'mount --bind "$HOSTS" /etc/hosts; exec "$@"';

/** Whether a command can be run here. */
export function installed(command: string): boolean {
  const places = command.includes("/") ? [command] : PATH.split(":").map((dir) => join(dir, command));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

function execute(
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  stdin: string,
  merged: boolean,
): Promise<Output> {
  const command = merged ? ["sh", "-c", 'exec "$@" 2>&1', "sh", ...argv] : argv;
  return new Promise((resolve) => {
    const child = spawn(command[0] ?? "", command.slice(1), { cwd, env, timeout: LIMIT_MS, killSignal: "SIGKILL" });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output.stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output.stderr += chunk;
    });
    child.on("error", () => resolve(output)).on("close", () => resolve(output));
    child.stdin.on("error", () => undefined).end(stdin);
  });
}

/** Puts the command into a name space of its own when it needs host names. */
function wrap(
  argv: readonly string[],
  work: string,
  options: Provocation,
): { argv: readonly string[]; env: Record<string, string> } {
  const names = options.net ?? Object.fromEntries((options.names ?? []).map((name) => [name, "127.0.0.1"]));
  if (Object.keys(names).length === 0) return { argv, env: {} };
  const hosts = join(work, ".hosts");
  const lines = Object.entries(names).map(([name, address]) => `${address} ${name}\n`);
  writeFileSync(hosts, `127.0.0.1 localhost\n${lines.join("")}`);
  const own = [...new Set(Object.values(names))].filter((address) => !address.startsWith("127."));
  const flags = options.net === undefined ? ["-m"] : ["-mn"];
  const script = options.net === undefined ? NAMED : ALONE;
  const env = { HOSTS: hosts, ADDRESSES: own.map((address) => `${address}/32`).join(" ") };
  return { argv: ["unshare", ...flags, "sh", "-c", script, "sh", ...argv], env };
}

function prepare(work: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(work, "home"), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), expand(content), { mode: 0o755 });
  }
}

/** What a command printed when it ran in the directory `work`, with every secret filled in. */
export async function output(argv: readonly string[], options: Provocation, work: string): Promise<string> {
  prepare(work, options.files ?? {});
  const base = {
    PATH,
    HOME: join(work, "home"),
    LANG: "C.UTF-8",
    RUSTUP_HOME: join(homedir(), ".rustup"),
    CARGO_NET_OFFLINE: "true",
    TERM: "dumb",
  };
  for (const step of options.before ?? []) await execute(step.map(expand), work, { ...base }, "", false);
  const own = Object.fromEntries(Object.entries(options.env ?? {}).map(([key, value]) => [key, expand(value)]));
  const full = argv.map((part) => expand(part).replaceAll("@WORK@", work));
  const wrapped = wrap(full, work, options);
  const env = { ...base, ...wrapped.env, ...own };
  const got = await execute(wrapped.argv, work, env, expand(options.stdin ?? ""), options.stream === "both");
  if (options.stream !== undefined) return options.stream === "stderr" ? got.stderr : got.stdout;
  return got.stderr.trim() === "" ? got.stdout : got.stderr;
}
