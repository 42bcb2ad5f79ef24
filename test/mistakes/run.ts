import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createContract } from "@uhp-errors/core";
import { acme } from "../support/catalog.ts";
import { EXPRESS_MISTAKES } from "./express.ts";
import { FASTIFY_MISTAKES } from "./fastify.ts";
import { KOA_MISTAKES } from "./koa.ts";
import type { Outcome } from "./mistake.ts";

const warnings: Outcome["warnings"][number][] = [];
process.on("warning", (warning) => {
  if (warning.name === "UhpErrorsWarning") {
    warnings.push({ code: String(Reflect.get(warning, "code")), message: warning.message });
  }
});

/** Makes one mistake in this process, which has made no other. */
async function make(name: string): Promise<Outcome> {
  const problems: string[] = [];
  const onError = ({ problem }: { readonly problem: string | undefined }) => problem && problems.push(problem);
  const contract = createContract(acme, { onError });
  const answers: string[] = [];
  try {
    const mistake = { ...EXPRESS_MISTAKES, ...KOA_MISTAKES, ...FASTIFY_MISTAKES }[name];
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
  } catch (refused) {
    return { refused: String(refused), answers, warnings, problems };
  }
  await new Promise((resolve) => setImmediate(resolve));
  return { answers, warnings, problems };
}

process.stdout.write(JSON.stringify(await make(process.argv[2] ?? "")), () => process.exit());
