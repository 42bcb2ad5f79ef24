import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Block } from "./blocks.ts";

/** Near the packages that the programs import. */
const FOLDER = fileURLToPath(new URL("../../node_modules/.programs/", import.meta.url));
const RUNNER = fileURLToPath(new URL("run-program.ts", import.meta.url));

/** A running program of the docs. */
export interface Program {
  readonly url: string;
  /** What it has printed for its operator so far. */
  printed(): string;
  close(): Promise<void>;
}

/**
 * Starts a whole program in a separate process, on a free port instead of 3000.
 *
 * @param options The `compilerOptions` of the page's `tsconfig.json`, unchanged.
 */
export async function startProgram({ page, line, code }: Block, options: object): Promise<Program> {
  mkdirSync(FOLDER, { recursive: true });
  const file = `${FOLDER}${page.replaceAll(/[^\w]/g, "-")}-${line}.mjs`;
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext } as ts.CompilerOptions;
  const onFreePort = code.replaceAll(/\b3000\b/g, "0");
  writeFileSync(file, ts.transpileModule(onFreePort, { compilerOptions }).outputText);
  return startFile(file, `${page}:${line}`);
}

/**
 * Starts a JavaScript program in a separate process, and waits until it listens.
 *
 * @param name How to name the program if it ends early.
 */
export async function startFile(file: string, name: string): Promise<Program> {
  const execArgv = ["--conditions=@uhp-errors/source"];
  const child = fork(RUNNER, [file], { execArgv, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let printed = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const ended = once(child, "close");
  const early = ended.then(() => Promise.reject(new Error(`${name} ended: ${printed}`)));
  early.catch(() => {});
  const [address] = (await Promise.race([once(child, "message"), early])) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${address.port}`,
    printed: () => printed,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
