import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** What a service prints for each error that it sends. */
export interface Line {
  readonly service: string;
  readonly trace: string;
  readonly request_id: string;
  readonly status: number;
  readonly code: string;
  readonly upstream?: { readonly code: string | null; readonly status: number | null };
}

/** An address where nothing listens, because the port is reserved. */
const NOWHERE = "http://127.0.0.1:1";

/** The services, each in a process of its own. */
export class Company {
  /** What the services have printed, in order. */
  readonly lines: Line[] = [];
  shop = "";
  /** Whether Python is installed, which the warehouse needs. */
  readonly hasWarehouse = spawnSync("python3", ["--version"]).status === 0;
  readonly #folder: string;
  readonly #port: number;
  readonly #processes = new Map<string, ChildProcess>();

  /** @param port The port of the shop; 0 for any free one. */
  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** The folder of the installed files. */
  get folder(): string {
    return this.#folder;
  }

  async start(): Promise<void> {
    const warehouse = this.hasWarehouse ? await this.#run("warehouse", "python3", ["warehouse/server.py"]) : NOWHERE;
    const stock = await this.#run("stock", process.execPath, ["services/stock.ts"], warehouse);
    const orders = await this.#run("orders", process.execPath, ["services/orders.ts"], stock);
    this.shop = await this.#run("shop", process.execPath, ["services/shop.ts"], orders, this.#port);
  }

  async stop(name?: string): Promise<void> {
    for (const [service, child] of this.#processes) {
      if ((name ?? service) !== service || child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, "exit");
    }
  }

  /** Starts one service; resolves with its address once it listens. */
  #run(name: string, file: string, args: readonly string[], upstream = "", port = 0): Promise<string> {
    const env = { ...process.env, PORT: String(port), UPSTREAM: upstream, PYTHONDONTWRITEBYTECODE: "1" };
    const child = spawn(file, args, { cwd: this.#folder, env, stdio: ["ignore", "pipe", "inherit"] });
    this.#processes.set(name, child);
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it listened`)));
      createInterface({ input: child.stdout }).on("line", (text) => {
        const line = JSON.parse(text) as Line | { readonly url: string };
        if ("url" in line) resolve(line.url);
        else this.lines.push(line);
      });
    });
  }
}
