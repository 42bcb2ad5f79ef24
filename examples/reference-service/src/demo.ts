import { parseEnvelope } from "@uhp-errors/core";
import { Argument, Command } from "commander";
import pc from "picocolors";
import { FRAMEWORKS, type Framework, start } from "./start.ts";
import { STEPS, type Step } from "./steps.ts";

const print = (line = "") => process.stdout.write(`${line}\n`);

await new Command("demo")
  .description("sends the reference service requests that fail, and shows the answers")
  .addArgument(
    new Argument("[framework]", "the framework to run on").choices(Object.keys(FRAMEWORKS)).default("express5"),
  )
  .action(demonstrate)
  .parseAsync();

async function demonstrate(framework: Framework): Promise<void> {
  let told = 0;
  const service = await start(framework, {
    onError: () => {
      told += 1;
    },
  });
  print(`The reference service runs with ${framework} on ${pc.bold(service.url)}.\n`);
  let broken = 0;
  for (const step of STEPS) broken += (await show(service.url, step)) ? 0 : 1;
  await service.close();

  print(`${STEPS.length} requests, ${broken} broken answers; the operator's hook got ${told} errors.`);
  process.exitCode = broken === 0 ? 0 : 1;
}

/** Sends one request, prints the answer, and returns whether it is what the contract demands. */
async function show(url: string, step: Step): Promise<boolean> {
  const { method = "GET", path, headers = {}, body = null, anonymous = false } = step;
  const token = anonymous ? {} : { Authorization: "Bearer test-key" };
  const response = await fetch(url + path, { method, headers: { ...token, ...headers }, body });
  const text = await response.text();
  const faults = faultsOf(step, response, text);

  const status = response.ok ? pc.green(response.status) : pc.yellow(response.status);
  print(`${pc.bold(method.padEnd(6))} ${path.padEnd(36)} ${pc.dim(step.says)}`);
  print(`  ${status} ${pc.dim(`UHP-Version ${response.headers.get("uhp-version")}`)}`);
  print(`  ${response.ok && text.length > 240 ? `${text.slice(0, 240)}…` : text}`);
  for (const fault of faults) print(pc.red(`  ✗ ${fault}`));
  print();
  return faults.length === 0;
}

function faultsOf({ status, code, hides = [] }: Step, response: Response, text: string): string[] {
  const envelope = parseEnvelope(text);
  const faults: string[] = [];
  if (response.status !== status) faults.push(`the status is not ${status}`);
  if (envelope?.error.code !== code) faults.push(`the code is not ${code ?? "absent"}`);
  if (response.headers.get("uhp-version") === null) faults.push("the version is not stated");
  if (code !== undefined && response.headers.get("content-type") !== "application/json; charset=utf-8") {
    faults.push("the answer is not declared as JSON");
  }
  for (const secret of hides) if (text.includes(secret)) faults.push(`the answer shows ${secret}`);
  return faults;
}
