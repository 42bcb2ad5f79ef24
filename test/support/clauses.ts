/**
 * The clauses of the contract that tests name. `wire` clauses speak of answers, so each framework has to prove them over
 * a socket; `rule` clauses speak of the library itself and hold for all frameworks at once.
 */
export const CLAUSES = {
  "ENV-1": { kind: "wire", says: "every 4xx and 5xx body is JSON with the one key error" },
  "ENV-2": { kind: "wire", says: "error has exactly type, code, message, param, detail" },
  "ENV-3": { kind: "wire", says: "type is one of the six" },
  "ENV-4": { kind: "wire", says: "code is the contract's where one applies, else prefixed" },
  "ENV-5": { kind: "wire", says: "message is one sentence without a stack" },
  "ENV-6": { kind: "wire", says: "message holds no credential, host, path or stack" },
  "ENV-7": { kind: "wire", says: "param is a dotted path or null; detail an object or null" },
  "ENV-8": { kind: "wire", says: "no envelope in a 2xx, no failed task as a non-2xx" },
  "ENV-9": { kind: "wire", says: "deprecated top-level detail: optional, off by default" },
  "TYP-1": { kind: "wire", says: "six types with their statuses" },
  "COD-1": { kind: "wire", says: "all 43 codes with the right status and type" },
  "COD-2": { kind: "wire", says: "detail fields are carried and checked" },
  "COD-3": { kind: "wire", says: "the set is closed, and a slip takes nothing down" },
  "COD-4": { kind: "wire", says: "memory_unavailable is 502 or 503; nothing else has a choice" },
  "COD-5": { kind: "wire", says: "task codes only inside a task's response" },
  "COD-6": { kind: "rule", says: "each code comes with guidance" },
  "VEN-1": { kind: "wire", says: "a service may declare further, prefixed codes" },
  "VEN-2": { kind: "rule", says: "the prefix is enforced at compile time and start-up" },
  "VEN-3": { kind: "rule", says: "no new type, no redefinition, no 2xx or 3xx" },
  "VEN-4": { kind: "rule", says: "a catalog is shareable and joins with another" },
  "VER-1": { kind: "wire", says: "UHP-Version names the wanted version; two are known" },
  "VER-2": { kind: "wire", says: "every answer states its version" },
  "VER-3": { kind: "wire", says: "an unserved version: 400 before auth, routing and body" },
  "VER-4": { kind: "wire", says: "absent or blank: the service's default version" },
  "VER-5": { kind: "wire", says: "an older client never sees a newer code" },
  "VER-6": { kind: "wire", says: "all else is the same in both versions" },
  "VER-7": { kind: "wire", says: "any non-empty subset of versions can be served" },
  "AUT-1": { kind: "wire", says: "no bearer token: 401 missing_credential" },
  "AUT-2": { kind: "wire", says: "a token that is not accepted: 401 invalid_credential" },
  "AUT-3": { kind: "wire", says: "a credential that lacks the scope: 403 insufficient_scope" },
  "AUT-4": { kind: "wire", says: "out of scope and absent are one answer, not found" },
  "AUT-5": { kind: "wire", says: "a memory that is absent and one that is not the caller's are one answer" },
  "AUT-6": { kind: "wire", says: "a helper reads the bearer token; verifying it is the service's" },
  "RET-1": { kind: "wire", says: "each row of the retry table, as data and as one function" },
  "RET-2": { kind: "wire", says: "429 rate_limited carries Retry-After when known" },
  "LIM-1": { kind: "wire", says: "an upload over the limit: 413 with max_bytes" },
  "LIM-2": { kind: "wire", says: "429 rate_limited with Retry-After; quota_exhausted" },
  "TSK-1": { kind: "wire", says: "a task that failed or was cancelled is a 200 with the five fields inside" },
  "STR-1": { kind: "wire", says: "a silent stream carries the comment : keep-alive at least every 30 seconds" },
  "STR-2": {
    kind: "wire",
    says: "before a stream's first byte an envelope, after it an error event and the terminal one",
  },
  "LEAK-1": { kind: "wire", says: "nothing of an unrecognised error reaches a client" },
  "LEAK-2": { kind: "wire", says: "no answer reflects what the client sent" },
} as const satisfies Readonly<Record<string, { readonly kind: "wire" | "rule"; readonly says: string }>>;

/** The permanent id of a clause. */
export type Clause = keyof typeof CLAUSES;
