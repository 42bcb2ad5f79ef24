import { tryOr } from "../../untrusted/attempt.ts";
import { isList, peek } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Keyed by the first word of an error reply. All other replies are mistakes of the service: a wrong type, a wrong command, its login. */
const REPLIES = mappingsOf<string>(
  // The server is starting, has no master or no cluster, is moving the slot or the key, or is busy with a script.
  ["upstream_error", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY"],
  // The server is out of memory, cannot write to its disk, is a replica, or has too few replicas.
  ["upstream_error", "OOM", "MISCONF", "IOERR", "READONLY", "NOREPLICAS"],
);

const REFUSED: Mapping = { code: "internal_error" };

const TOO_MANY_CLIENTS = "ERR max number of clients reached";

/**
 * Keyed by class name, but the message decides: a service's own class may have the same name, and minifiers rename classes. Messages are
 * fixed except for a number.
 */
const NODE_REDIS: ReadonlyMap<string, readonly [text: string, mapping: Mapping]> = new Map([
  failure("ConnectionTimeoutError", "Connection timeout", "upstream_timeout"),
  failure("SocketTimeoutError", "Socket timeout timeout. Expecting data", "upstream_timeout"),
  failure("SocketTimeoutDuringMaintenanceError", "Socket timeout during maintenance.", "upstream_timeout"),
  failure("CommandTimeoutDuringMaintenanceError", "Command timeout during maintenance.", "upstream_timeout"),
  // The command's own signal ended it: the service stopped waiting.
  failure("AbortError", "The command was aborted", "upstream_timeout"),
  failure("ClientOfflineError", "The client is offline", "upstream_error"),
  failure("SocketClosedUnexpectedlyError", "Socket closed unexpectedly", "upstream_error"),
  failure("RootNodesUnavailableError", "All the root nodes are unavailable", "upstream_error"),
  failure("MaxCommandRedirectionsError", "Too many Cluster redirections", "upstream_error"),
  // The service closed the client, or watches a key that another client wrote to.
  failure("ClientClosedError", "The client is closed", "internal_error"),
  failure("DisconnectsClientError", "Disconnects client", "internal_error"),
  failure("WatchError", "One (or more) of the watched keys has been changed", "internal_error"),
]);

/** Prefixes of the error messages of ioredis and its parser. */
const OF_IOREDIS_TEXTS: readonly string[] = [
  "Reached the max retries per request limit (which is ",
  "Command aborted due to connection close",
  "Failed to refresh slots cache.",
  "Protocol error, got ",
];

/** Keyed by the classes of redis-errors and the classes that ioredis derives from them. */
const IOREDIS = mappingsOf<string>(
  // The connection closed while a command waited, the retries are used up, or no node of the cluster answered.
  ["upstream_error", "AbortError", "InterruptError", "MaxRetriesPerRequestError", "ClusterAllFailedError"],
  // The server sent something other than Redis's protocol.
  ["upstream_error", "ParserError"],
  [mappingOfReply, "ReplyError"],
);

/** The class of node-redis's error replies, and the base class of ioredis's errors. */
const REPLY = "ErrorReply";
const OF_IOREDIS = "RedisError";

/**
 * Recognizes node-redis 4 to 6. Its errors have only a class and a message. If a minifier renamed the class, only the message counts: such
 * an error becomes a 5xx, whatever made it.
 */
export const redis: BuiltInRecognizer = {
  name: "redis",
  marks: {
    classes: [REPLY, ...NODE_REDIS.keys()],
    messages: [
      ...[...NODE_REDIS.values()].map(([text]) => text),
      ...[...REPLIES.keys()].map((word) => `${word} `),
      TOO_MANY_CLIENTS,
    ],
  },
  map(thrown, mappingContext) {
    const { isNativeError, name, message, classes } = thrown;
    if (!isNativeError || name !== "Error") return undefined;
    if (classes.includes(REPLY)) return mappingOfReply(thrown, mappingContext);
    const [text, mapping] = NODE_REDIS.get(classes[0] ?? "") ?? [];
    if (text !== undefined) return message.startsWith(text) ? mapping : undefined;
    return isBareClass(thrown) ? renamed(thrown, mappingContext) : undefined;
  },
};

/** Whether an error has a class of its own and no extra fields. */
function isBareClass({ value, classes }: ThrownValue): boolean {
  return classes[0] !== "Error" && tryOr(() => Object.keys(value as object).length === 0, false);
}

function renamed(thrown: ThrownValue, mappingContext: MappingContext): Mapping | "aborted" | undefined {
  for (const [text, mapping] of NODE_REDIS.values()) if (thrown.message.startsWith(text)) return mapping;
  const mapping = mappingOfReply(thrown, mappingContext);
  return mapping === REFUSED ? undefined : mapping;
}

/** Recognizes ioredis. Its errors carry the command with its arguments. Their names are the class names, which a minifier changes. */
export const ioredis: BuiltInRecognizer = {
  name: "ioredis",
  marks: { classes: [OF_IOREDIS], fields: ["command"], messages: OF_IOREDIS_TEXTS },
  map(thrown, mappingContext) {
    const { isNativeError, name, message, classes, field } = thrown;
    if (!isNativeError) return undefined;
    if (classes.includes(OF_IOREDIS)) return mappingOfCode(IOREDIS, name, thrown, mappingContext);
    // All its classes derive from a class of its own and take their names from the class.
    if (name !== classes[0] || classes.indexOf("Error") < 2) return undefined;
    if (isList(peek(field("command"), "args"))) return mappingOfReply(thrown, mappingContext);
    return OF_IOREDIS_TEXTS.some((text) => message.startsWith(text)) ? { code: "upstream_error" } : undefined;
  },
};

function mappingOfReply(thrown: ThrownValue, mappingContext: MappingContext): Mapping | "aborted" {
  const text = thrown.message;
  if (text.startsWith(TOO_MANY_CLIENTS)) return { code: "upstream_error" };
  const [word = ""] = text.slice(0, 20).split(" ", 1);
  return mappingOfCode(REPLIES, word, thrown, mappingContext) ?? REFUSED;
}

function failure(name: string, text: string, code: Mapping["code"]): readonly [string, readonly [string, Mapping]] {
  return [name, [text, { code }]];
}
