import { bundleText } from "../../test/runtimes/bundle.ts";
import { installRuntimes } from "../../test/runtimes/installed.ts";
import { onBun, onDeno, onNode, onWorkerd, type Started } from "../../test/runtimes/start.ts";

/** How often each program is started on each runtime. */
const RUNS = 21;

/** Programs that answer every request, the second one under a contract. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "startup-bare": 'export default { fetch: async () => new Response("ok") };',
  "startup-contract": `
import { createContract, defineCatalog } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
const contract = createContract(defineCatalog({ vendor: "acme" }));
export default { fetch: uhp(contract, async () => new Response("ok")) };`,
};

const RUNTIMES: Readonly<Record<string, (program: string) => Promise<Started>>> = {
  "Node 24": (program) => onNode("node24", program),
  Bun: onBun,
  Deno: onDeno,
  workerd: (program) => onWorkerd(program, { date: "2022-11-30", flags: [] }),
};

installRuntimes();
const files: string[] = [];
for (const [name, text] of Object.entries(PROGRAMS)) files.push(await bundleText(name, text));

process.stdout.write(
  "| runtime | a handler alone, ms | with core and web, ms | more, ms |\n| --- | ---: | ---: | ---: |\n",
);
for (const [name, start] of Object.entries(RUNTIMES)) {
  const samples = files.map((): number[] => []);
  // In turn, so that a machine that slows down slows all of them.
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, file] of files.entries()) samples[index]?.push(await millisecondsOf(start, file));
  }
  const [alone = 0, under = 0] = samples.map((times) => times.sort((one, another) => one - another)[RUNS >> 1] ?? 0);
  process.stdout.write(`| ${[name, alone.toFixed(1), under.toFixed(1), (under - alone).toFixed(1)].join(" | ")} |\n`);
}

/** How many milliseconds a process takes from its start to its first response. */
async function millisecondsOf(start: (program: string) => Promise<Started>, file: string): Promise<number> {
  const began = performance.now();
  const running = await start(file);
  const response = await fetch(running.url);
  const text = await response.text();
  const took = performance.now() - began;
  await running.close();
  if (text !== "ok") throw new Error(`expected ok, got ${response.status} ${text}`);
  return took;
}
