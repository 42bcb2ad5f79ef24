/** A request of a client, and what becomes of it. */
export interface Step {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string;
  /** The status of the service before it adopts the contract; 200 when absent, 0 if the connection breaks before a status comes. */
  readonly was?: number;
  /** The status and the code with the contract in force, if it is an error. */
  readonly is?: readonly [status: number, code: string];
  /** The request names a version that is not served, so that it reaches nothing of the service. */
  readonly isRefused?: boolean;
  /** The client hangs up once the response contains this. */
  readonly until?: string;
  /** The messages that a client of a WebSocket sends, each after the answer to the one before. */
  readonly messages?: readonly string[];
  /** The client of a WebSocket waits until the server closes. */
  readonly isClosed?: boolean;
  /** The body is not the same each time. */
  readonly varies?: boolean;
}

/** The header of each caller: two users, a token that has expired, and one with another signature. */
export function callers(tokenOf: (claims: object) => string) {
  const ada = { Authorization: `Bearer ${tokenOf({ sub: "ada", iat: 1_760_000_000 })}` };
  const bob = { Authorization: `Bearer ${tokenOf({ sub: "bob", iat: 1_760_000_000 })}` };
  const expired = { Authorization: `Bearer ${tokenOf({ sub: "ada", iat: 1_600_000_000, exp: 1_600_000_001 })}` };
  const forged = { Authorization: `${ada.Authorization}x` };
  return { ada, bob, expired, forged };
}

/** A request that sends JSON. */
export function post(path: string, json: unknown, more: Partial<Step> = {}): Step {
  return { method: "POST", path, json, ...more };
}

const BOUNDARY = "----of-the-test";

/** A request with a form that has one file. */
export function upload(path: string, name: string, content: string, more: Partial<Step> = {}): Step {
  const part = `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${content}`;
  const title = 'Content-Disposition: form-data; name="title"\r\n\r\nA title';
  return {
    method: "POST",
    path,
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: `--${BOUNDARY}\r\n${title}\r\n--${BOUNDARY}\r\n${part}\r\n--${BOUNDARY}--\r\n`,
    ...more,
  };
}
