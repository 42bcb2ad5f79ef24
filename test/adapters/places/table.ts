import type { ServerResponse } from "node:http";
import { createContract } from "@uhp-errors/core";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { acme } from "../../support/catalog.ts";
import { during } from "../../support/drivers.ts";
import { type Sent, send } from "../../support/http.ts";
import { withResolvers } from "../../support/with-resolvers.ts";
import { PLACES, type Place } from "./servers.ts";

/** The kinds of failure, each with its request. */
export const KINDS: Readonly<Record<string, Sent>> = {
  "an error of the catalog": { path: "/code" },
  "another error": { path: "/error" },
  "a string": { path: "/string" },
  "422 by hand": { path: "/hand" },
  "no route": { path: "/nowhere" },
  "a version refused": { path: "/code", headers: { "UHP-Version": "1999-01-01" } },
  "a broken stream": { path: "/stream" },
};

/** What a logger saw of one failure, and what the client got. A response that broke off has no status. */
export interface Outcome {
  readonly seen: readonly number[];
  readonly sent: number | undefined;
}

/** Fails in every way, with a logger in one place. */
export async function outcomesAt(place: Place, server: DriverName): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let seen: number[] = [];
  const contract = createContract(acme, { onError: () => {} });
  const running = await place.start(server, contract, (status) => void seen.push(status));
  await during(running, async (url) => {
    for (const request of Object.values(KINDS)) {
      seen = [];
      const closed = withResolvers<void>();
      running.server.once("request", (_request, response: ServerResponse) => response.once("close", closed.resolve));
      const sent = await send(url, request).then(
        ({ status }) => status,
        () => undefined,
      );
      await closed.promise;
      // A hook that waits for the end of the response runs in this turn.
      await new Promise((resolve) => setImmediate(resolve));
      outcomes.push({ seen, sent });
    }
  });
  return outcomes;
}

/** Returns a page whose table is made of a run of all places. */
export async function withPlaces(page: string): Promise<string> {
  const rows: string[] = [];
  for (const place of PLACES) {
    const cells: string[] = [];
    for (const server of place.servers) cells.push((await outcomesAt(place, server)).map(cellOf).join(" | "));
    for (const cell of new Set(cells)) {
      const servers = place.servers.filter((_server, index) => cells[index] === cell);
      rows.push(`| ${servers.map((server) => `\`${server}\``).join(", ")} | ${place.where} | ${cell} |`);
    }
  }
  const head = `| server | the logger's place | ${Object.keys(KINDS).join(" | ")} |`;
  const line = `| --- | --- |${" --- |".repeat(Object.keys(KINDS).length)}`;
  return page.replace(/^\| server +\| the logger's place .*\n(?:\|.*\n)*/m, () => [head, line, ...rows, ""].join("\n"));
}

/** The status that was seen, in bold where the client got another one. */
function cellOf({ seen, sent }: Outcome): string {
  if (seen.length === 0) return "–";
  const status = seen.join(", ");
  return seen.length === 1 && seen[0] === sent ? status : `**${status}**`;
}
