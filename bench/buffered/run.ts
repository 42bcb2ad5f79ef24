/**
 * Measures what it costs to write an error in tiny pieces: a foreign 500 that begins like an envelope, with one byte per write, as
 * an upstream may send it. Each byte must be looked at only once, so ten times the writes may take only about ten times as long.
 */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { intercept } from "../../packages/node/src/index.ts";
import { figure, Table, write } from "../table.ts";

const FEW = 4_000;
const MANY = 40_000;
const ROUNDS = 9;

/** Ten times as many writes should take ten times as long. The rest is room for noise. */
const MAX_RATIO = 12;

const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });

/** How many milliseconds the handler takes for the given number of one-byte writes, with or without the contract. */
async function measure(writes: number, mounted: boolean): Promise<number> {
  expectContract(contract, "the benchmark");
  let spent = 0;
  const server = createServer((incoming, response) => {
    if (mounted) intercept(contract, incoming, response);
    const body = Buffer.from(`{"error":{"type":"${"x".repeat(writes)}`).subarray(0, writes);
    response.writeHead(500, { "Content-Type": "application/json" });
    const start = performance.now();
    for (let index = 0; index < writes; index += 1) response.write(body.subarray(index, index + 1));
    spent = performance.now() - start;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: "127.0.0.1", agent: false }, (answer) => answer.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
  await new Promise((resolve) => server.close(resolve));
  return spent;
}

async function median(writes: number, mounted: boolean): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await measure(writes, mounted));
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] as number;
}

await measure(MANY, true);
const [few, many, bare] = [await median(FEW, true), await median(MANY, true), await median(MANY, false)];
const ratio = many / few;
const table = new Table(["writes of one byte", "ms", "µs a write"], 34, 10);
for (const [what, writes, spent] of [
  ["buffered", FEW, few],
  ["buffered", MANY, many],
  ["without the contract", MANY, bare],
] as const) {
  table.row([`${writes}, ${what}`, figure(spent), figure((spent / writes) * 1_000)]);
}
write(`\nratio ${ratio.toFixed(1)}, at most ${MAX_RATIO}\n`);
if (ratio > MAX_RATIO) process.exitCode = 1;
