import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../../test/conformance/drivers/names.ts";
import type { Question, Ready, Told } from "./server.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

/** One framework, served in its own process. */
export class ServerProcess {
  /** Names of the warnings that the process emitted. */
  readonly warnings: string[] = [];
  readonly #process: ChildProcess;
  readonly #ready: Promise<Ready>;

  /** @param bare Whether to leave out the contract. */
  constructor(driver: DriverName, bare: boolean) {
    this.#process = fork(SERVER, [driver, ...(bare ? ["bare"] : [])], {
      execArgv: ["--expose-gc", "--no-flush-bytecode", "--conditions=@uhp-errors/source"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    this.#process.on("message", ({ warning }: Told) => {
      if (warning !== undefined) this.warnings.push(warning);
    });
    this.#ready = this.#told("ready");
  }

  /** The server, as soon as it listens. */
  ready(): Promise<Ready> {
    return this.#ready;
  }

  /** The answer to a question. Rejects if the process ends first. */
  ask<Asked extends Question>(question: Asked): Promise<NonNullable<Told[Asked]>> {
    const answer = this.#told(question);
    this.#process.send(question);
    return answer;
  }

  /** Lets the process end. */
  end(): void {
    if (this.#process.connected) this.#process.disconnect();
  }

  #told<Key extends keyof Told>(key: Key): Promise<NonNullable<Told[Key]>> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error("the server's process ended"));
      const listen = (message: Told) => {
        const value = message[key];
        if (value === undefined || value === null) return;
        this.#process.off("message", listen).off("exit", gone);
        resolve(value);
      };
      this.#process.on("message", listen).on("exit", gone);
    });
  }
}
