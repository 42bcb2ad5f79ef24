import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** By the first word of a server's refusal. All others are mistakes of the service: a wrong type, a wrong command, its login. */
const REPLIES = mappingsOf<string>(
  // Starting, without its master, without its cluster, moving the slot or the key, busy with a script.
  [["LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY"], { code: "upstream_error" }],
  // Out of memory, unable to write to its disk, a replica, without enough replicas.
  [["OOM", "MISCONF", "IOERR", "READONLY", "NOREPLICAS"], { code: "upstream_error" }],
);

const TOO_MANY_CLIENTS = "ERR max number of clients reached";

/** By class. The clients' texts are fixed except for a number. They decide, because a service's own classes may have the same names. */
const NODE_REDIS: ReadonlyMap<string, readonly [text: string, mapping: Mapping]> = new Map([
  failure("ConnectionTimeoutError", "Connection timeout", "upstream_timeout"),
  failure("SocketTimeoutError", "Socket timeout timeout. Expecting data", "upstream_timeout"),
  failure("SocketTimeoutDuringMaintenanceError", "Socket timeout during maintenance.", "upstream_timeout"),
  failure("CommandTimeoutDuringMaintenanceError", "Command timeout during maintenance.", "upstream_timeout"),
  // The command's own signal: the service stopped waiting.
  failure("AbortError", "The command was aborted", "upstream_timeout"),
  failure("ClientOfflineError", "The client is offline", "upstream_error"),
  failure("SocketClosedUnexpectedlyError", "Socket closed unexpectedly", "upstream_error"),
  failure("RootNodesUnavailableError", "All the root nodes are unavailable", "upstream_error"),
  // The service closed the client, or watches a key that somebody else wrote to.
  failure("ClientClosedError", "The client is closed", "internal_error"),
  failure("DisconnectsClientError", "Disconnects client", "internal_error"),
  failure("WatchError", "One (or more) of the watched keys has been changed", "internal_error"),
]);

/** By the classes of redis-errors and those that ioredis derives from them. */
const IOREDIS = mappingsOf<string>(
  // The connection closed while a command waited, as often as allowed, or no node of the cluster answered.
  [["AbortError", "InterruptError", "MaxRetriesPerRequestError", "ClusterAllFailedError"], { code: "upstream_error" }],
  // The server sent what is not Redis's protocol.
  [["ParserError"], { code: "upstream_error" }],
  [["ReplyError"], mappingOfReply],
);

/** The class of a server's refusal in node-redis, and that from which ioredis derives its errors. */
const REPLY = "ErrorReply";
const OF_IOREDIS = "RedisError";

/** node-redis 4 and 5. Its errors are known only by their classes. */
export const redis: BuiltInRecognizer = {
  name: "redis",
  marks: { classes: [REPLY, ...NODE_REDIS.keys()] },
  map(thrown, mappingContext) {
    const { isNativeError, name, message, classes } = thrown;
    if (!isNativeError || name !== "Error") return undefined;
    if (classes.includes(REPLY)) return mappingOfReply(thrown, mappingContext);
    const [text, mapping] = NODE_REDIS.get(classes[0] ?? "") ?? [];
    return text !== undefined && message.startsWith(text) ? mapping : undefined;
  },
};

/** ioredis. Its errors carry the command with its arguments. */
export const ioredis: BuiltInRecognizer = {
  name: "ioredis",
  marks: { classes: [OF_IOREDIS] },
  map(thrown, mappingContext) {
    if (!thrown.isNativeError || !thrown.classes.includes(OF_IOREDIS)) return undefined;
    return mappingOfCode(IOREDIS, thrown.name, thrown, mappingContext);
  },
};

function mappingOfReply(thrown: ThrownValue, mappingContext: MappingContext): Mapping | "aborted" {
  const text = thrown.message;
  if (text.startsWith(TOO_MANY_CLIENTS)) return { code: "upstream_error" };
  const [word = ""] = text.slice(0, 20).split(" ", 1);
  return mappingOfCode(REPLIES, word, thrown, mappingContext) ?? { code: "internal_error" };
}

function failure(name: string, text: string, code: Mapping["code"]): readonly [string, readonly [string, Mapping]] {
  return [name, [text, { code }]];
}
