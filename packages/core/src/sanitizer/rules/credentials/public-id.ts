/** Prefixes of the ids that servers of the protocol make, for harnesses, responses, their items, files and sessions. */
const PROTOCOL_PREFIX =
  /^(?:chrn|hrn|harness|resp|response|msg|rs|fco?|call|turn|task|run|cntr|c?file|h?sess|session|conv|env|environment|mem|memory|skl|skb|skill|plug|plugin|med|mjob|req)_/;

/** Whether a value is an id of the protocol, however random the rest of it looks. */
export function isProtocolId(value: string): boolean {
  return PROTOCOL_PREFIX.test(value);
}

/** Prefixes of ids that services show to everyone: requests, responses, and resources of model and payment services. */
const PUBLIC_PREFIX =
  /^(?:chrn|resp|req|request|msg|run|thread|file|asst|batch|org|usr|user|proj|evt|event|cus|sub|price|prod|pi|pm|in|inv|ch|txn|mem|env|plug|plugin|task|job|step|call|toolu|tooluse|srvtoolu|chatcmpl|cmpl|item|rs|fc|ws|vs|ft|ftjob|conv|sess|session|ses|wh|hook|acct|dp|re|po|tr|ord|order|cart|doc|obj|node|build|deploy|dep|trace|span|acme|team|room|post|ref|id|uid|cid|img|upload|att|art|rev|snap|vol|i|vpc|subnet|sg|ami|eni|rtb|arn|gid)[_-]/;

/** Prefixes of ids that may be secrets. */
const SECRET_PREFIX = /^(?:key|token|secret|pat|sk|pk|api|jina|rnd|aio)_/;

/**
 * Whether a value is an id, a hash, a date, a version or a name, and not a secret. It has a known prefix or a short body, or is
 * a ULID or words joined by hyphens.
 */
export function isPublicId(value: string): boolean {
  if (/^[a-z_]{1,12}[_-]/.test(value) && (PUBLIC_PREFIX.test(value) || isProtocolId(value))) return true;
  if (/^[a-z]{2,12}_[A-Za-z0-9]{1,27}$/.test(value) && !SECRET_PREFIX.test(value)) return true;
  if (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) return true;
  if (/^(?:sha\d{1,3}|md5)[-:]/.test(value)) return true;
  // Words, numbers and dates joined by hyphens, dots or underscores: model names, regions, versions.
  return value
    .split(/[-._/:@+]/)
    .every((part) => /^(?:v?\d{1,8}[a-z]{0,3}|[a-zA-Z]+\d{0,3}|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*)?$/.test(part));
}
