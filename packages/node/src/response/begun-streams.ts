import type { ServerResponse } from "node:http";
import type { EventStream } from "@uhp-errors/core";
import { shared } from "@uhp-errors/core/adapter";

/** The streams of events of which something has left, by the response that carries them. */
export const BEGUN_STREAMS = /* @__PURE__ */ shared("node/streams", () => new WeakMap<ServerResponse, EventStream>());
