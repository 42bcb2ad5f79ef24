import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { send } from "../support/http.ts";

/** An nginx that was started for a test. */
export interface RunningNginx {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the `nginx` on the path on 127.0.0.1, with its files in a new folder.
 *
 * @param errors The output of `toNginx`.
 * @param http More directives for `http`.
 * @param server More directives for the only `server`.
 */
export async function startNginx(errors: string, http: string, server: string): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  // If root starts nginx, its workers run as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, "errors.conf"), errors);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off;
pid nginx.pid;
error_log stderr warn;
worker_processes 1;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path temp-${name};`).join(" ")}
  ${http}
  server {
    listen 127.0.0.1:${port};
    include errors.conf;
    ${server}
  }
}
`,
  );
  const nginx = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const messages: string[] = [];
  nginx.stderr.setEncoding("utf8").on("data", (message: string) => messages.push(message));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswers(nginx, url);
  } catch (cause) {
    nginx.kill();
    throw new Error(`nginx does not answer: ${messages.join("")}`, { cause });
  }
  return {
    url,
    stop: async () => {
      const ended = once(nginx, "exit");
      nginx.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(nginx: ChildProcess, url: string): Promise<void> {
  const failed = once(nginx, "exit").then(() => Promise.reject(new Error("nginx has ended")));
  const answers = async () => {
    for (;;) {
      const isUp = await send(url, {}).then(
        () => true,
        () => false,
      );
      if (isUp || nginx.exitCode !== null) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.race([failed, answers()]);
}
