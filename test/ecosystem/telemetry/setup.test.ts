import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

test("the page's file sets up OpenTelemetry when it is loaded before the service", async () => {
  const metrics = await freePort();
  child = fork(path("program/server.ts"), {
    execArgv: ["--conditions=@uhp-errors/source", "--import", path("recipes/setup.ts")],
    env: {
      ...process.env,
      METRICS_PORT: `${metrics}`,
      OTEL_BSP_SCHEDULE_DELAY: "1",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  const [{ port }] = (await once(child, "message")) as [AddressInfo];
  expect((await fetch(`http://127.0.0.1:${port}/v1/harnesses/17`)).status).toBe(500);

  const scraped = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  expect(scraped).toMatch(
    /^uhp_server_errors_total\{.*http_route="\/v1\/harnesses\/:id",error_type="acme_internal_error".*\} 1/m,
  );
  await expect.poll(() => printed, { timeout: 20_000 }).toContain("'uhp.error.code': 'acme_internal_error'");
  expect(printed).toContain("'error.type': 'acme_internal_error'");
});
