import { className, descendsFrom } from "../../untrusted/ancestry.ts";
import { isNativeError, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, type Mapping, mappingOfCode, mappingsOf } from "../mapping/recognizer.ts";

/** By the first word of a server's refusal. All others are the service's: a wrong type, a wrong command, its login. */
const REPLIES = mappingsOf<string>(
  // Starting, without its master, without its cluster, moving the slot or the key, busy with a script.
  [["LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY"], { code: "upstream_error" }],
  // Out of memory, unable to write to its disk, a replica, without enough replicas.
  [["OOM", "MISCONF", "IOERR", "READONLY", "NOREPLICAS"], { code: "upstream_error" }],
);

const TOO_MANY_CLIENTS = "ERR max number of clients reached";

/** The clients' texts for a failure are fixed, but for a number; service's own classes may well have the same names. */
const NODE_REDIS: ReadonlyMap<string, readonly [text: string, mapping: Mapping]> = new Map([
  definition("ConnectionTimeoutError", "Connection timeout", "upstream_timeout"),
  definition("SocketTimeoutError", "Socket timeout timeout. Expecting data", "upstream_timeout"),
  definition("SocketTimeoutDuringMaintenanceError", "Socket timeout during maintenance.", "upstream_timeout"),
  definition("CommandTimeoutDuringMaintenanceError", "Command timeout during maintenance.", "upstream_timeout"),
  // The command's own signal: the service did not want to wait any longer.
  definition("AbortError", "The command was aborted", "upstream_timeout"),
  definition("ClientOfflineError", "The client is offline", "upstream_error"),
  definition("SocketClosedUnexpectedlyError", "Socket closed unexpectedly", "upstream_error"),
  definition("RootNodesUnavailableError", "All the root nodes are unavailable", "upstream_error"),
  // The service closed the client, or watches a key that somebody else wrote to.
  definition("ClientClosedError", "The client is closed", "internal_error"),
  definition("DisconnectsClientError", "Disconnects client", "internal_error"),
  definition("WatchError", "One (or more) of the watched keys has been changed", "internal_error"),
]);

/** By the classes of redis-errors and those that ioredis derives from them. */
const IOREDIS = mappingsOf<string>(
  // The connection closed while a command waited, as often as allowed, or no node of the cluster has answered.
  [["AbortError", "InterruptError", "MaxRetriesPerRequestError", "ClusterAllFailedError"], { code: "upstream_error" }],
  // The server says what is no protocol of Redis.
  [["ParserError"], { code: "upstream_error" }],
  [["ReplyError"], meaningOfReply],
);

/** node-redis 4 and 5, whose errors have classes and nothing else. */
export const redis: BuiltInRecognizer = {
  name: "redis",
  recognize(thrown) {
    if (!isNativeError(thrown) || peekString(thrown, "name") !== "Error") return undefined;
    if (descendsFrom(thrown, "ErrorReply")) return meaningOfReply(thrown);
    const [text, mapping] = NODE_REDIS.get(className(thrown)) ?? [];
    return text !== undefined && peekString(thrown, "message")?.startsWith(text) === true ? mapping : undefined;
  },
};

/** ioredis. Its errors carry the command with its arguments. */
export const ioredis: BuiltInRecognizer = {
  name: "ioredis",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || !descendsFrom(thrown, "RedisError")) return undefined;
    return mappingOfCode(IOREDIS, peekString(thrown, "name") ?? "", thrown, mappingContext);
  },
};

function meaningOfReply(thrown: unknown): Mapping {
  const text = peekString(thrown, "message") ?? "";
  if (text.startsWith(TOO_MANY_CLIENTS)) return { code: "upstream_error" };
  const [word = ""] = text.slice(0, 20).split(" ", 1);
  return (REPLIES.get(word) as Mapping | undefined) ?? { code: "internal_error" };
}

function definition(name: string, text: string, code: Mapping["code"]): readonly [string, readonly [string, Mapping]] {
  return [name, [text, { code }]];
}
