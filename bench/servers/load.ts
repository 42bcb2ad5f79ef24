import autocannon from "autocannon";
import type { Child } from "../run/child.ts";
import type { Used } from "./questions.ts";

/** How much load to send. */
export interface Shot {
  readonly connections: number;
  readonly seconds: number;
  /** How many requests a connection sends before the first is answered. */
  readonly pipelining: number;
}

/** The results of one round with one server. */
export interface Round {
  /** Requests per second. */
  readonly rate: number;
  /** Microseconds of CPU time that the server used per request, in all its threads. */
  readonly cpu: number;
  /** The share of the time that the server was busy. If it is far below 1, the client was the bottleneck. */
  readonly busy: number;
}

/** Sends requests to one server for a while. @throws Error if a request fails or gets another status. */
export async function shoot(server: Child, url: string, status: number, shot: Shot): Promise<Round> {
  const before = await server.ask<Used>("used");
  const began = performance.now();
  const { connections, seconds: duration, pipelining } = shot;
  const result = await autocannon({ url, connections, duration, pipelining });
  const seconds = (performance.now() - began) / 1_000;
  const after = await server.ask<Used>("used");
  const answered = result[`${Math.floor(status / 100)}xx` as "2xx" | "4xx" | "5xx"];
  if (result.errors > 0 || answered !== result.requests.total) {
    throw new Error(`${url}: ${result.errors} errors, ${answered} of ${result.requests.total} answers as expected`);
  }
  const cpu = after.cpu - before.cpu;
  return { rate: answered / seconds, cpu: cpu / answered, busy: cpu / 1e6 / seconds };
}
