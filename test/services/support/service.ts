import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a service printed until it had ended. */
export interface Printed {
  /** The lines of its log. */
  readonly lines: readonly Line[];
  readonly errors: string;
}

/** A line of a log of pino. */
export type Line = Readonly<Record<string, unknown>>;

/** A service in a process of its own. */
export interface Running {
  readonly port: number;
  /** Lets the service end by itself. */
  stop(): Promise<Printed>;
}

const LISTENS = /"port":(\d+)|listening at http:\/\/127\.0\.0\.1:(\d+)/;

/** Starts a service on a free port, and waits until it listens. */
export async function start(main: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, ["--conditions=@uhp-errors/source", main], {
    env: { ...process.env, ...env, PORT: "0", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  let errors = "";
  const ended = once(child, "close");
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      const [, one, other] = LISTENS.exec(log) ?? [];
      if (one !== undefined || other !== undefined) resolve(Number(one ?? other));
    });
    ended.then(() => reject(new Error(`${main} ended: ${errors}${log}`)), reject);
  });
  return {
    port,
    stop: async () => {
      child.kill();
      await ended;
      const lines = log.split("\n").filter((line) => line !== "");
      return { lines: lines.map((line) => JSON.parse(line) as Line), errors };
    },
  };
}
