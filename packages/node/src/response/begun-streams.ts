import type { ServerResponse } from "node:http";
import type { EventStream } from "@uhp-errors/core";

/** The streams of events of which something has left, by the response that carries them. */
export const BEGUN_STREAMS = new WeakMap<ServerResponse, EventStream>();
