import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFor } from "../../runtimes/bundle.ts";
import { FOLDER, installRuntimes } from "../../runtimes/installed.ts";
import { onBun, onDeno, onWorkerd, type Started } from "../../runtimes/start.ts";
import type { AskedServer } from "../asked-server.ts";
import type { Reported } from "../messages.ts";

const PROGRAM = fileURLToPath(new URL("program.ts", import.meta.url));

const fileOf = (name: string) => join(FOLDER, `faults-${name}.mjs`);

const START = {
  bun: () => onBun(fileOf("bun")),
  deno: () => onDeno(fileOf("deno")),
  workers: () => onWorkerd(fileOf("workers"), { date: "2026-11-01", flags: ["nodejs_compat"] }),
};

/** The name of a runtime. */
export type RuntimeName = keyof typeof START;

export const RUNTIME_NAMES = Object.keys(START) as readonly RuntimeName[];

/** Installs the runtimes, and makes the programs that they serve. */
export async function prepareRuntimes(): Promise<void> {
  installRuntimes(["bun", "deno", "workerd"]);
  for (const name of RUNTIME_NAMES) await bundleFor(name, PROGRAM, fileOf(name));
}

/** A server with a fault on another runtime, in a separate process. */
export class RuntimeServer implements AskedServer {
  readonly #started: Started;

  private constructor(started: Started) {
    this.#started = started;
  }

  static async start(
    runtime: RuntimeName,
    app: string,
    fault: string,
    mode: "bare" | "ours" = "ours",
  ): Promise<RuntimeServer> {
    const server = new RuntimeServer(await START[runtime]());
    try {
      await server.#ask("start", { app, fault, mode });
      return server;
    } catch (failure) {
      await server.kill();
      throw failure;
    }
  }

  get url(): string {
    return this.#started.url;
  }

  get printed(): string {
    return this.#started.printed();
  }

  get hasEnded(): boolean {
    return this.#started.hasEnded();
  }

  async reports(): Promise<readonly Reported[]> {
    return JSON.parse(await this.#ask("reports", {})) as readonly Reported[];
  }

  async behave(as: string): Promise<void> {
    await this.#ask("behave", { as });
  }

  kill(): Promise<void> {
    return this.#started.close();
  }

  async #ask(what: string, parameters: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(`${this.url}/control/${what}?${new URLSearchParams(parameters)}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${what}: ${text}: ${this.printed.slice(-2_000)}`);
    return text;
  }
}
