import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../conformance/drivers/names.ts";
import type { AskedServer } from "./asked-server.ts";
import type { Question, Reported, Said } from "./messages.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

const INSIDE = fileURLToPath(new URL("inside.ts", import.meta.url));

/** How the process of a server is started. */
export interface Circumstances {
  /** The flags for Node. */
  readonly flags?: readonly string[];
  /** Where the server runs; by default in a separate process. */
  readonly inside?: "a worker thread" | "a cluster";
  /** What happens to the process's output. */
  readonly output?: "nobody reads" | "is closed";
  /** How many files the process may open. */
  readonly files?: number;
}

/** A server with a fault, in a separate process. */
export class FaultyServer implements AskedServer {
  url = "";
  /** What the process has printed, as far as it was read. */
  printed = "";
  readonly child: ChildProcess;
  /** Resolves with the exit code once the process has ended. */
  readonly ended: Promise<string>;
  #answered: (said: Said) => void = () => {};
  #printedMore = () => {};

  private constructor(driver: DriverName, name: string, fault: Circumstances, mode: "bare" | "ours") {
    const { flags = [], inside, output, files } = fault;
    const program = inside === undefined ? [SERVER] : [INSIDE, inside];
    const args = ["--conditions=@uhp-errors/source", ...flags, ...program, driver, name, mode];
    // The shell sets the limit, and is then replaced by the program.
    const [command, given] =
      files === undefined
        ? [process.execPath, args]
        : ["bash", ["-c", `ulimit -n ${files}; exec "$@"`, "bash", process.execPath, ...args]];
    this.child = spawn(command, given, {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (output === "is closed") stream?.destroy();
      else if (output === undefined) {
        stream?.on("data", (piece) => {
          this.printed += String(piece);
          this.#printedMore();
        });
      }
    }
    this.ended = new Promise((resolve) => {
      this.child.on("exit", (code, signal) => resolve(String(code ?? signal)));
    });
    this.child.on("message", (said: Said) => this.#answered(said));
  }

  static async start(driver: DriverName, name: string, fault: Circumstances, mode: "bare" | "ours" = "ours") {
    const server = new FaultyServer(driver, name, fault, mode);
    try {
      const said = await server.#next();
      server.url = (said as { readonly url: string }).url;
      return server;
    } catch (failure) {
      await server.kill();
      throw failure;
    }
  }

  async reports(): Promise<readonly Reported[]> {
    return ((await this.#ask({ ask: "reports" })) as { readonly reports: readonly Reported[] }).reports;
  }

  async behave(as: string): Promise<void> {
    await this.#ask({ ask: "behave", as });
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the process has printed a string. */
  async hasPrinted(text: string): Promise<void> {
    while (!this.printed.includes(text)) {
      await new Promise<void>((resolve) => {
        this.#printedMore = resolve;
      });
    }
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  #ask(question: Question): Promise<Said> {
    const answer = this.#next();
    this.child.send(question, () => {});
    return answer;
  }

  /** The next message of the server. Rejects if the process ends first. */
  #next(): Promise<Said> {
    const said = new Promise<Said>((resolve) => {
      this.#answered = resolve;
    });
    const gone = this.ended.then((how): never => {
      throw new Error(`the process ended with ${how}: ${this.printed.slice(-2_000)}`);
    });
    return Promise.race([said, gone]);
  }
}
