import { isNativeError, peekString } from "../sanitize/peek.ts";
import { className, descendsFrom } from "./ancestry.ts";
import { type Meaning, meaningOfCode, meaningsOf, type Producer } from "./recognition.ts";

/** By the first word of a server's refusal. All others are the service's: a wrong type, a wrong command, its login. */
const REPLIES = meaningsOf<string>(
  // Starting, without its master, without its cluster, moving the slot or the key, busy with a script.
  [["LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY"], { code: "upstream_error" }],
  // Out of memory, unable to write to its disk, a replica, without enough replicas.
  [["OOM", "MISCONF", "IOERR", "READONLY", "NOREPLICAS"], { code: "upstream_error" }],
);

const TOO_MANY_CLIENTS = "ERR max number of clients reached";

/** The clients' texts for a failure are fixed, but for a number; service's own classes may well have the same names. */
const NODE_REDIS: ReadonlyMap<string, readonly [text: string, meaning: Meaning]> = new Map([
  row("ConnectionTimeoutError", "Connection timeout", "upstream_timeout"),
  row("SocketTimeoutError", "Socket timeout timeout. Expecting data", "upstream_timeout"),
  row("SocketTimeoutDuringMaintenanceError", "Socket timeout during maintenance.", "upstream_timeout"),
  row("CommandTimeoutDuringMaintenanceError", "Command timeout during maintenance.", "upstream_timeout"),
  // The command's own signal: the service did not want to wait any longer.
  row("AbortError", "The command was aborted", "upstream_timeout"),
  row("ClientOfflineError", "The client is offline", "upstream_error"),
  row("SocketClosedUnexpectedlyError", "Socket closed unexpectedly", "upstream_error"),
  row("RootNodesUnavailableError", "All the root nodes are unavailable", "upstream_error"),
  // The service closed the client, or watches a key that somebody else wrote to.
  row("ClientClosedError", "The client is closed", "internal_error"),
  row("DisconnectsClientError", "Disconnects client", "internal_error"),
  row("WatchError", "One (or more) of the watched keys has been changed", "internal_error"),
]);

/** By the classes of redis-errors and those that ioredis derives from them. */
const IOREDIS = meaningsOf<string>(
  // The connection closed while a command waited, as often as allowed, or no node of the cluster has answered.
  [["AbortError", "InterruptError", "MaxRetriesPerRequestError", "ClusterAllFailedError"], { code: "upstream_error" }],
  // The server says what is no protocol of Redis.
  [["ParserError"], { code: "upstream_error" }],
  [["ReplyError"], meaningOfReply],
);

/** node-redis 4 and 5, whose errors have classes and nothing else. */
export const redis: Producer = {
  name: "redis",
  recognize(thrown) {
    if (!isNativeError(thrown) || peekString(thrown, "name") !== "Error") return undefined;
    if (descendsFrom(thrown, "ErrorReply")) return meaningOfReply(thrown);
    const [text, meaning] = NODE_REDIS.get(className(thrown)) ?? [];
    return text !== undefined && peekString(thrown, "message")?.startsWith(text) === true ? meaning : undefined;
  },
};

/** ioredis. Its errors carry the command with its arguments. */
export const ioredis: Producer = {
  name: "ioredis",
  recognize(thrown, circumstances) {
    if (!isNativeError(thrown) || !descendsFrom(thrown, "RedisError")) return undefined;
    return meaningOfCode(IOREDIS, peekString(thrown, "name") ?? "", thrown, circumstances);
  },
};

function meaningOfReply(thrown: unknown): Meaning {
  const text = peekString(thrown, "message") ?? "";
  if (text.startsWith(TOO_MANY_CLIENTS)) return { code: "upstream_error" };
  const [word = ""] = text.slice(0, 20).split(" ", 1);
  return (REPLIES.get(word) as Meaning | undefined) ?? { code: "internal_error" };
}

function row(name: string, text: string, code: Meaning["code"]): readonly [string, readonly [string, Meaning]] {
  return [name, [text, { code }]];
}
