/** Bytes of a body that an adapter keeps until it is decided upon. No envelope is larger: its detail is capped well below. */
export const MAX_ENVELOPE_BYTES = 65_536;

/** Characters of a body that show whether it begins as an envelope does. */
export const ENVELOPE_START_LENGTH = 64;

/** How the names begin that the first field of an envelope or an error may have: `error`, `detail` and `type`. */
const BEGINNINGS: ReadonlySet<string> = new Set(["er", "de", "ty"]);

/**
 * Whether the first piece of a body may be the start of an envelope, or of an error's five fields without one. Nearly every body is
 * told from these by its first four characters. Never throws; what is neither text nor bytes may not.
 */
export function couldStartEnvelope(piece: unknown): boolean {
  const first = characterAt(piece, 0);
  if (first !== "{" && !isSpace(first)) return false;
  const second = characterAt(piece, 1);
  if (second !== '"') return second === "" || second === "{" || isSpace(second);
  const name = characterAt(piece, 2) + characterAt(piece, 3);
  return name.length < 2 || BEGINNINGS.has(name);
}

/** Whether a body's first characters are those of `{"error":{`, or of the deprecated text before it (clause ENV-8). Never throws. */
export function startsAsEnvelope(start: string): boolean {
  return /^\s*\{\s*"(?:error"\s*:\s*\{|detail"\s*:\s*")/.test(start);
}

/** Whether they are, or may become, those of a JSON-RPC 2.0 message or of a list of them. Never throws. */
export function mayStartJsonRpc(start: string): boolean {
  return /^\s*(?:\[\s*)?(?:$|\{\s*(?:$|"(?:\w{0,7}$|(?:jsonrpc|id|result)"|error"\s*(?:$|:\s*(?:$|\{)))))/.test(start);
}

/** Whether they are those of an envelope, or of an error's five fields without one. Never throws. */
export function startsAsError(start: string): boolean {
  return startsAsEnvelope(start) || /^\s*\{\s*"type"\s*:\s*"\w+_error"/.test(start);
}

/** Whether a body's first characters are too few to tell what they begin. Never throws. */
export function isUndecidedStart(start: string): boolean {
  return start.length < ENVELOPE_START_LENGTH && /^\s*(?:\{|$)/.test(start);
}

function characterAt(piece: unknown, index: number): string {
  if (typeof piece === "string") return piece.charAt(index);
  if (!(piece instanceof Uint8Array)) return "";
  const byte = piece[index];
  return byte === undefined ? "" : String.fromCharCode(byte);
}

function isSpace(character: string): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}
