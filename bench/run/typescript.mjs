// Lets a Node that cannot strip types run the benches' sources: `node --import ./run/typescript.mjs file.ts`.
import { register } from "node:module";

register("./typescript-hooks.mjs", import.meta.url);
