import type { Handler } from "../conformance/drivers/driver.ts";
import { acme } from "../support/catalog.ts";

/** What a request can lead to, by the name in the request. Ids differ from request to request, as in reality. */
const HANDLERS = {
  success: (io, id) => io.reply(200, { id, object: "harness" }),
  default: () => {
    throw acme.error("harness_not_found", { param: "harness_id" });
  },
  message: (_io, id) => {
    throw acme.error("harness_not_found", { message: `There is no harness ${id}.` });
  },
  detail: (_io, id) => {
    throw acme.error("acme_gpu_cold", { detail: { eta_seconds: Number(id) % 60 } });
  },
  unknown: (_io, id) => {
    throw new Error(`Cannot read the row of ${id}`);
  },
  foreign: (io, id) => io.reply(404, { message: "Not found", id }),
} as const satisfies Readonly<Record<string, (io: Parameters<Handler>[0], id: string) => unknown>>;

/** The name of a kind. */
export type Kind = keyof typeof HANDLERS;

export const KINDS = Object.keys(HANDLERS) as readonly Kind[];

/** The path of a request of one kind. */
export function pathOf(kind: Kind, id: number): string {
  return `/case?kind=${kind}&id=${id}`;
}

/** Does what the query names. */
export const handle: Handler = (io) => {
  const { searchParams } = new URL(io.url);
  return HANDLERS[searchParams.get("kind") as Kind](io, searchParams.get("id") ?? "");
};
