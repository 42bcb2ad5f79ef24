/** Reads values that may be hostile. It loads nothing else. */
export { attempt, quietly } from "./attempt.ts";
export { parseJson } from "./json.ts";
export { inheritsError, isNativeError, isRecord, peek, peekList, peekString } from "./peek.ts";
export { largestNumber, parseHttpDate, retryAfterSeconds } from "./retry-after.ts";
export { toSeconds } from "./seconds.ts";
export { INVISIBLE, visible } from "./visible.ts";
