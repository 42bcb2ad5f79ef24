import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const PRELOAD = fileURLToPath(new URL("listening.cjs", import.meta.url));

/** What a program did. */
export type Seen = "answers" | "ends";

/**
 * Runs a program on a version of Node. If it listens, `ask` sends it requests. Otherwise, it must end successfully.
 *
 * @throws Error with what the program printed.
 */
export async function runProgram(node: string, cwd: string, args: readonly string[], ask?: Ask): Promise<Seen> {
  const [program = "", ...rest] = args;
  const child = fork(program, rest, {
    cwd,
    execPath: node,
    execArgv: ask === undefined ? [] : ["--require", PRELOAD],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => printed.push(String(piece)));
  const port = new Promise<number>((resolve) => child.once("message", (told: { port: number }) => resolve(told.port)));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    const first = await Promise.race([port.then((number) => ({ number })), ended.then((code) => ({ code }))]);
    if ("code" in first && first.code === 0) return "ends";
    if ("code" in first) throw new Error(`it ended with ${first.code}`);
    await ask?.(`http://127.0.0.1:${first.number}`);
    return "answers";
  } catch (thrown) {
    throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${printed.join("")}`);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Sends requests to a server. Throws if a response is wrong. */
export type Ask = (url: string) => Promise<void>;

/** Requests an address that no program has. The response must be an error of the contract. */
export async function askForNothing(url: string): Promise<void> {
  const response = await fetch(`${url}/no-such-address`);
  const body = (await response.json()) as { readonly error?: object };
  const fields = Object.keys(body.error ?? {})
    .sort()
    .join();
  const isError = response.status >= 400 && fields === "code,detail,message,param,type";
  if (!isError || !response.headers.has("uhp-version")) {
    throw new Error(`GET /no-such-address is answered with ${response.status} ${JSON.stringify(body)}`);
  }
}

/**
 * Reads a request and its response from a page: ``GET /path` responds with status 404 and this body:`, and a block of
 * JSON.
 */
export function shownIn(text: string): Ask {
  const shown =
    /`GET (?<path>\S+)` is answered with status (?<status>\d+) and this body:\s+```json\n(?<body>[\s\S]*?)```/.exec(
      text,
    );
  const { path, status, body } = shown?.groups ?? {};
  return async (url) => {
    await askForNothing(url);
    if (path === undefined || body === undefined) return;
    const response = await fetch(url + path);
    const received = JSON.stringify(await response.json());
    if (response.status !== Number(status) || received !== JSON.stringify(JSON.parse(body))) {
      throw new Error(`GET ${path} is answered with ${response.status} ${received}`);
    }
  };
}
