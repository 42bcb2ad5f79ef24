/**
 * Signs that a text holds something private. They only decide whether a text is used at all, so a false alarm costs a
 * default message and nothing else. Every expression is linear: repetition is bounded, or nothing follows it.
 */
const CREDENTIALS: readonly RegExp[] = [
  // user:password@host in a URL of any scheme
  /:\/\/[^\s/@]{1,200}@/,
  // the value of an Authorization header; a word such as "authentication" is none
  /\b(?:bearer|basic)\s(?:[\w+/=.~-]{16}|(?=[a-z]{0,16}[\d+/=_~])[\w+/=.~-]{8})/i,
  // a value that is said to be a secret: key=value, JSON, or a colon and something with digits in it
  /(?:password|passwd|pwd|secret|api[_-]?key|token|credential|\bkey)=["']?[^\s"']{3}/i,
  /(?:password|passwd|secret|api[_-]?key|token|credential)["']\s?:\s?["'][^"']{3}/i,
  /(?:password|passwd|secret|api[_-]?key|token|credential):\s?(?=[^\s\d]{1,40}\d)[^\s]{6}/i,
  // keys and tokens by their shape
  /\bsk-[\w-]{8}/,
  /\b(?:sk|pk|rk)_(?:live|test)_/,
  /\b(?:gh[oprsu]_|github_pat_|npm_|hf_)[A-Za-z0-9]{16}/,
  /\b(?:glpat|xox[abeprs])-[\w-]{8}/,
  /\b(?:whsec|SG)[_.][\w-]{12}/,
  /\bAIza[\w-]{16}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{12}/,
  /\beyJ[\w-]{8}/,
  /-----BEGIN/,
];

const PLACES: readonly RegExp[] = [
  // private, loopback and link-local addresses
  /\b(?:10|127)\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/,
  /\b(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d{1,3}\.\d{1,3}\b/,
  /(?:^|[^\w:])(?:::1|f[cd][0-9a-f]{2}:|fe80:)/i,
  // names that only resolve inside; "config.local" and "spec.cluster" are fields
  /\w\.(?:internal|localdomain|lan|corp|intranet|consul|svc|cluster\.local)\b/i,
  /-[\w-]{0,60}\.local\b/i,
  /\blocalhost\b/i,
  // a host beside its port, and what Node's system errors say of hosts and files
  /\b[a-z][\w.-]{0,200}:\d{4,5}\b/i,
  /\b(?:ECONN[A-Z]{1,20}|ENOTFOUND|EAI_[A-Z]{1,20}|EHOSTUNREACH|ETIMEDOUT|ENOENT|EACCES|EPERM)\b/,
  // absolute paths below a common root or to a file, home paths, drive and UNC paths, file URLs, Node's own modules
  /(?:^|[\s"'`(=:])\/(?:app|bin|code|data|dev|etc|home|lib|mnt|nix|opt|private|proc|root|run|srv|sys|tmp|Users|usr|var|Volumes|work|workspaces?)\//,
  /(?:^|[\s"'`(=:])\/[\w@./-]{1,400}\.(?:[cm]?[jt]sx?|json|ya?ml|env|pem|key|py|rb|go|rs|java|php|sqlite|log|conf)\b/,
  /(?:^|[\s"'`(=:])~\//,
  /\b[A-Za-z]:\\/,
  /\\\\\w/,
  /\bfile:\/\//i,
  /\bnode:internal\b/,
  /\bnode_modules\b/,
];

/** Whether a text seems to hold a credential. */
export function holdsCredential(text: string): boolean {
  return CREDENTIALS.some((sign) => sign.test(text));
}

/** Whether a text seems to hold a credential, an internal host name or address, or a file path. */
export function looksPrivate(text: string): boolean {
  return holdsCredential(text) || PLACES.some((sign) => sign.test(text));
}

/** What ends a frame's source position: line and column, and perhaps a bracket. */
const LINE_AND_COLUMN = /:\d{1,7}:\d{1,7}\D{0,2}$/;

/** Where the first stack frame of a text begins, as in "at run (app.js:1:2)"; -1 when there is none. */
export function stackFrameIndex(text: string): number {
  for (const { index } of text.matchAll(/\bat /g)) {
    const words = text.slice(index + 3, index + 600).split(" ", 3);
    // A source position names a file before its line and column; "at 10:30:00" is a time of day.
    if (words.some((word) => LINE_AND_COLUMN.test(word) && /[a-z/>]/i.test(word))) return index;
  }
  return -1;
}

/** Whether a text holds a stack frame. */
export function hasStackFrame(text: string): boolean {
  return stackFrameIndex(text) >= 0;
}
