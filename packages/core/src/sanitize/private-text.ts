/**
 * Signs that a text holds something private. They only decide whether an author's text is used at all, so a false alarm
 * costs a default message and nothing else. Every expression is linear: no nested or adjacent unbounded repetition.
 */
const SIGNS: readonly RegExp[] = [
  // user:password@host in a URL of any scheme
  /:\/\/[^\s/@]{1,200}@/,
  // the value of an Authorization header
  /\b(?:bearer|basic)\s[\w+/=.~-]{8}/i,
  // a value that is said to be a secret
  /(?:password|passwd|secret|api[_-]?key|token|credential)s?["']?\s?[=:]\s?["']?[^\s"']{3}/i,
  // keys and tokens by their shape: common vendor prefixes, AWS key ids, JSON web tokens, private key blocks
  /\b(?:sk|pk|rk|ghp|gho|ghs|ghu|glpat|xox[abeprs]|npm|hf|whsec)[-_][\w-]{8}/i,
  /\b(?:AKIA|ASIA)[0-9A-Z]{12}/,
  /\beyJ[\w-]{8}/,
  /-----BEGIN/,
  // private, loopback and link-local addresses
  /\b(?:10|127)\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/,
  /\b(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d{1,3}\.\d{1,3}\b/,
  /(?:^|[^\w:])(?:::1|f[cd][0-9a-f]{2}:|fe80:)/i,
  // names that only resolve inside
  /\w\.(?:internal|local|localdomain|lan|corp|intranet|consul|svc|cluster)\b/i,
  /\blocalhost\b/i,
  // a host beside its port, and what Node's system errors say of hosts
  /\b[a-z][\w.-]{0,200}:\d{2,5}\b/i,
  /\b(?:ECONN[A-Z]{1,20}|ENOTFOUND|EAI_[A-Z]{1,20}|EHOSTUNREACH|ETIMEDOUT|ENOENT|EACCES|EPERM)\b/,
  // absolute paths, home paths, drive and UNC paths, file URLs, Node's own modules
  /(?:^|[\s"'`(=:])\/(?:app|bin|data|dev|etc|home|lib|mnt|opt|private|proc|root|run|srv|sys|tmp|Users|usr|var|Volumes|workspace)\//,
  /(?:^|[\s"'`(=:])~\//,
  /\b[A-Za-z]:\\/,
  /\\\\\w/,
  /\bfile:\/\//i,
  /\bnode:internal\b/,
  /\bnode_modules\b/,
];

/** Whether a text seems to hold a credential, an internal host name or address, or a file path. */
export function looksPrivate(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text));
}
