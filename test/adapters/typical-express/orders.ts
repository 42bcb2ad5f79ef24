import { request } from "node:http";
import { parseEnvelope } from "@uhp-errors/core";
import { type Asked, REQUESTS } from "../../../examples/typical-express/orders/requests.ts";
import { type Stage, start } from "../../../examples/typical-express/orders/service.ts";
import { STAGES } from "../../../examples/typical-express/orders/stages.ts";
import type { Step } from "../../../examples/typical-express/requests.ts";

/** The part of a response that arrived. */
export interface Arrived {
  readonly status: number;
  /** Repeated fields are joined. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly isBroken: boolean;
}

/** What each request gets at each stage, by the stage's name. The requests of a stage go to one service, in order. */
export async function answersByStage(): Promise<ReadonlyMap<string, readonly Arrived[]>> {
  const byStage = new Map<string, readonly Arrived[]>();
  for (const stage of STAGES) byStage.set(stage.name, await answersOf(stage, REQUESTS));
  return byStage;
}

/** What each request gets from one service. The requests are sent in order. */
export async function answersOf(stage: Stage, requests: readonly Asked[]): Promise<readonly Arrived[]> {
  const { url, close } = await start(stage);
  const answers: Arrived[] = [];
  for (const asked of requests) answers.push(await arrived(url, asked.request));
  await close();
  return answers;
}

/** Sends one request and keeps what arrives before the connection breaks. */
function arrived(url: string, { method = "GET", path, headers = {}, body }: Step): Promise<Arrived> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", () => {});
      incoming.on("close", () => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
          ),
          body: Buffer.concat(chunks).toString("utf8"),
          isBroken: !incoming.complete,
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const MAX_SHOWN = 90;

/** The header fields that a client acts on. */
const SHOWN = ["allow", "retry-after", "www-authenticate"];

/** The README of the service, with its table replaced by that of this run. */
export async function withSteps(readme: string): Promise<string> {
  const byStage = await answersByStage();
  const rows = REQUESTS.map(({ says, request: { method = "GET", path } }, index) => {
    let last: string | undefined;
    const cells = [...byStage.values()].map((answers) => {
      const cell = shown(answers[index]);
      const isSame = cell === last;
      last = cell;
      return isSame ? "the same" : cell;
    });
    return [`${says}: \`${method} ${path}\``, ...cells];
  });
  const head = ["request", ...byStage.keys()];
  const table = [head, head.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`,
  );
  return readme.replace(/^\| request .*\n(?:\|.*\n)*/m, () => table.join(""));
}

/** The status, the code with its message or the beginning of the body, and the fields that a client acts on. */
function shown(answer: Arrived | undefined): string {
  if (answer === undefined) throw new TypeError("a stage has no answer to a request");
  const { status, headers, body, isBroken } = answer;
  const error = parseEnvelope(body)?.error;
  const line = body.replaceAll(/\s+/g, " ").trim();
  const begin = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  const parts = [error === undefined ? `${status} \`${begin}\`` : `${status} \`${error.code}\`: ${error.message}`];
  for (const name of SHOWN) if (headers[name] !== undefined) parts.push(`\`${name}: ${headers[name]}\``);
  if (isBroken) parts.push("then the connection breaks");
  return parts.join(", ");
}
