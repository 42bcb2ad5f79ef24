import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { createContract } from "@uhp-errors/core";
import { acme } from "../../support/catalog.ts";
import type { Mistakes, Outcome } from "./mistake.ts";

let warnings: Outcome["warnings"][number][] = [];
process.on("warning", (warning) => {
  if (warning.name === "UhpErrorsWarning") {
    warnings.push({ code: String(Reflect.get(warning, "code")), message: warning.message });
  }
});

/** The mistakes of one framework. Loads no other framework. */
async function mistakesOf(framework: string): Promise<Mistakes> {
  if (framework.startsWith("express")) return (await import("./express.ts")).EXPRESS_MISTAKES;
  if (framework.startsWith("koa")) return (await import("./koa.ts")).KOA_MISTAKES;
  return (await import("./fastify.ts")).FASTIFY_MISTAKES;
}

/** Makes one mistake in this process. */
async function make(name: string): Promise<Outcome> {
  warnings = [];
  const misuses: string[] = [];
  const onError = ({ misuse }: { readonly misuse: string | undefined }) => misuse && misuses.push(misuse);
  const contract = createContract(acme, { onError, reportOnly: process.env["REPORT_ONLY"] !== undefined });
  const answers: string[] = [];
  let refused: { readonly refused?: string } = {};
  try {
    const mistake = (await mistakesOf(name))[name];
    if (mistake === undefined) throw new Error(`there is no mistake "${name}"`);
    const { app, paths } = await mistake(contract);
    const server = createServer(app).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      const text = await response.text();
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 40);
      answers.push(`${response.status} ${code}`);
    }
    server.close();
    server.closeAllConnections();
  } catch (thrown) {
    refused = { refused: String(thrown) };
  }
  await setImmediate();
  return { ...refused, answers, warnings, misuses };
}

const outcomes: Record<string, Outcome> = {};
for (const name of process.argv.slice(2)) outcomes[name] = await make(name);
process.stdout.write(JSON.stringify(outcomes), () => process.exit());
