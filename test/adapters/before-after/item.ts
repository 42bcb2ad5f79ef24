import type { Contract } from "@uhp-errors/core";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { parseMessage, type Sent, send, sendBytes } from "../../support/http.ts";

/** A failure of a service, and what a client gets for it, with the contract and without. */
export interface Item {
  readonly what: string;
  readonly frameworks: readonly DriverName[];
  /** What a client gets with the contract, in the words of `observe`. Listed by framework where they differ. */
  readonly expected: string | Readonly<Partial<Record<DriverName, string>>>;
  /** Provokes the failure once, with the contract or without, and describes in a few words what the client got. */
  observe(framework: DriverName, contract: Contract | undefined): Promise<string>;
}

/** Milliseconds after which a client of the table stops waiting. Only a bare framework makes a client wait that long. */
const PATIENCE = 10_000;

const MAX_SHOWN = 52;

/** The outcome for a client that received only the beginning of a response. */
export const BREAKS_OFF = "the connection breaks off";

/** Starts a server, observes something and closes the server. */
export async function observed(
  start: Promise<RunningDriver>,
  observe: (url: string, server: RunningDriver["server"]) => Promise<string>,
): Promise<string> {
  const running = await start;
  try {
    return await observe(running.url, running.server);
  } finally {
    await running.close();
  }
}

/** What a client gets for a request, or for bytes that are not a request. */
export async function outcome(url: string, sent: Sent | string, shown: readonly string[] = []): Promise<string> {
  const waited = new Promise<string>((resolve) =>
    setTimeout(resolve, PATIENCE, "no answer, the request hangs").unref(),
  );
  const received =
    typeof sent === "string"
      ? sendBytes(url, sent).then((message) =>
          message === "" ? "closed silently" : describe(parseMessage(message), shown),
        )
      : send(url, sent).then((answer) => describe(answer, shown));
  return Promise.race([received.catch(() => BREAKS_OFF), waited]);
}

/** Names the code of an envelope, and quotes anything else. */
function describe(
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string | undefined>>; body: string },
  shown: readonly string[],
): string {
  const fields = shown.map((name) => ` · ${name}: ${headers[name] === undefined ? "none" : `\`${headers[name]}\``}`);
  return `${status} ${codeOf(body) ?? quoted(body)}${fields.join("")}`;
}

function codeOf(body: string): string | undefined {
  try {
    const { code } = JSON.parse(body).error;
    return typeof code === "string" ? `\`${code}\`` : undefined;
  } catch {
    return undefined;
  }
}

function quoted(body: string): string {
  // Of an empty chunked body in raw bytes, only the last chunk is left.
  if (body === "" || body === "0") return "with no body";
  const message = messageOf(body);
  // The time that is left on a limiter depends on the moment.
  const line = (message ?? body)
    .replace(/\s+/g, " ")
    .replace(/retry in \d+ \w+/, "retry in …")
    .trim();
  const shown = `\`${line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line}\``;
  return message === undefined ? shown : `JSON ${shown}`;
}

/** The message in a framework's usual JSON. */
function messageOf(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
