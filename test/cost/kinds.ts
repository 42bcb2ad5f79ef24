import type { Handler } from "../conformance/drivers/driver.ts";
import { acme } from "../support/catalog.ts";

/** What a request can lead to here, by the name that it asks for. Ids differ from request to request, as real ones do. */
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

/** The name of one of them. */
export type Kind = keyof typeof HANDLERS;

export const KINDS = Object.keys(HANDLERS) as readonly Kind[];

/** The path of a request of one kind. */
export function pathOf(kind: Kind, id: number): string {
  return `/case?kind=${kind}&id=${id}`;
}

/** Does what the query of the request names. */
export const handle: Handler = (io) => {
  const { searchParams } = new URL(io.url);
  return HANDLERS[searchParams.get("kind") as Kind](io, searchParams.get("id") ?? "");
};
