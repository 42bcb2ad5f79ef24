import { spawn } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/free-port.ts";
import { FOLDER, programOf } from "./installed.ts";

/** A server process. */
export interface Started {
  readonly url: string;
  /** What the process has printed so far. */
  printed(): string;
  /** Whether the process has ended. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

const server = (name: string) => fileURLToPath(new URL(`servers/${name}.js`, import.meta.url));

/** Serves a program, which is a module whose default export has `fetch`, on the Node of an installed package. */
export const onNode = (name: string, program: string) => start(programOf(name), [server("node"), program]);

/** Runs a program that itself calls `Bun.serve`. */
export const byBun = (program: string) => startOnPort(programOf("bun"), [program], (port) => ({ BUN_PORT: port }));

/** Runs a program that itself calls `Deno.serve`. */
export const byDeno = (program: string) =>
  startOnPort(programOf("deno"), ["run", "--allow-all", program], (port) => ({
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
  }));

/** Serves a program with `Bun.serve`. */
export const onBun = (program: string) => start(programOf("bun"), [server("bun"), program]);

/** Serves a program with `Deno.serve`. */
export const onDeno = (program: string) => start(programOf("deno"), ["run", "--allow-all", server("deno"), program]);

/** What a Worker requires of its runtime. */
export interface Compatibility {
  readonly date: string;
  readonly flags: readonly string[];
}

/** Runs a program as a Worker. */
export function onWorkerd(program: string, { date, flags }: Compatibility): Promise<Started> {
  const file = join(dirname(program), `${basename(program, ".mjs")}.capnp`);
  const name = JSON.stringify(basename(program));
  const written = `${file}.${process.pid}`;
  writeFileSync(
    written,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = ${name}, esModule = embed ${name})],
      compatibilityDate = ${JSON.stringify(date)},
      compatibilityFlags = ${JSON.stringify(flags)},
    )),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  // Another workerd may just be reading the file, which must not be empty then.
  renameSync(written, file);
  // It reports its port itself, on a descriptor that the caller chooses.
  return start(programOf("workerd"), ["serve", "--control-fd=1", file]);
}

/** Starts a process that reports its port in a line of JSON. */
function start(command: string, args: readonly string[]): Promise<Started> {
  const { child, ended, started } = run(command, args, {});
  const port = new Promise<string>((resolve) => {
    createInterface(child.stdout as Readable).on("line", (line) => {
      const told = /^\{.*"port":\s*(\d+)/.exec(line)?.[1];
      if (told !== undefined) resolve(told);
    });
  });
  return Promise.race([port, ended]).then((told) => started(`http://127.0.0.1:${told}`));
}

/** Starts a process that is given its port, and waits until it listens there. */
async function startOnPort(
  command: string,
  args: readonly string[],
  environmentOf: (port: string) => NodeJS.ProcessEnv,
): Promise<Started> {
  const port = await freePort();
  const { ended, started } = run(command, args, environmentOf(String(port)));
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => {
    while (
      !(await fetch(url).then(
        () => true,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await Promise.race([answers(), ended]);
  return started(url);
}

/** A process, a promise that rejects if the process ends unexpectedly, and a function to call once the process listens. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  // Without the environment that is meant for the tests' own process, such as the folder of its compiled modules.
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    cwd: FOLDER,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, NO_COLOR: "1", ...env },
  });
  const told: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => told.push(String(piece)));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}: ${told.join("")}`)));
  });
  ended.catch(() => {});
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const started = (url: string): Started => ({
    url,
    printed: () => told.join(""),
    hasEnded,
    close: () =>
      new Promise((resolve) => {
        if (hasEnded()) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  });
  return { child, ended, started };
}
