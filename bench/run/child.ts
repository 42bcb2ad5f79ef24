import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Node } from "./nodes.ts";
import { pinned } from "./pin.ts";

/** Lets a Node that cannot strip types load TypeScript. */
const LOADER = new URL("typescript.mjs", import.meta.url).href;

/** How to start a measured process. */
export interface ChildOptions {
  readonly node: Node;
  readonly file: URL;
  readonly args: readonly string[];
  /** Flags for Node. */
  readonly flags?: readonly string[];
  /** The folder with the built packages, if it is not this repository's. */
  readonly packages?: string | undefined;
}

/** A measured process. It answers one question at a time. */
export class Child {
  readonly #process: ChildProcess;

  constructor({ node, file, args, flags = [], packages }: ChildOptions) {
    const stripsTypes = Number.parseInt(node.version.slice(1), 10) >= 24;
    const loader = stripsTypes ? [] : [`--import=${LOADER}`];
    const [command, all] = pinned(node.path, [...flags, ...loader, fileURLToPath(file), ...args]);
    this.#process = spawn(command, all, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...process.env, NODE_ENV: "production", ...(packages === undefined ? {} : { UHP_PACKAGES: packages }) },
    });
  }

  /** The next message. Rejects if the process ends first. */
  next<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error("a measured process ended"));
      this.#process.once("exit", gone).once("message", (message) => {
        this.#process.off("exit", gone);
        resolve(message as Message);
      });
    });
  }

  ask<Answer>(question: string): Promise<Answer> {
    const answer = this.next<Answer>();
    this.#process.send(question);
    return answer;
  }

  /** Lets the process end. */
  end(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}
