/** Explores one target in a separate process: `child.ts <target> <seed> <milliseconds> <progress file> [first]`. */
import { openSync } from "node:fs";
import { targetNamed } from "./targets/index.ts";

const [name = "", seed = "", milliseconds = "", progress = "", first] = process.argv.slice(2);
const beat = setInterval(() => process.send?.({ alive: true }), 1_000);
const explored = await targetNamed(name).explore({
  seed: Number(seed),
  milliseconds: Number(milliseconds),
  progress: openSync(progress, "w"),
  first: first === "first",
});
clearInterval(beat);
process.send?.({ explored }, () => process.exit());
