import type { DriverName } from "../../conformance/drivers/names.ts";
import type { Item } from "./item.ts";
import { onDriver } from "./shared.ts";

const HOST = "Host: x\r\n";

/** Node's own answers are the same below Express and Koa; Fastify has some of its own. */
const ON_NODE: readonly DriverName[] = ["express5", "koa3", "fastify5"];

const CHUNKED = `${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

const BYTES: readonly (readonly [what: string, title: string, expected: string, bytes: string])[] = [
  ["bytes that are no HTTP", "garbage: 400", "400 `acme_bad_request`", "GARBAGE\r\n\r\n"],
  ["an unknown method", "an unknown method: 400", "400 `acme_bad_request`", `BREW / HTTP/1.1\r\n${HOST}\r\n`],
  [
    "a header that is none",
    "a bad header: 400",
    "400 `acme_bad_request`",
    `GET / HTTP/1.1\r\n${HOST}Bad Name: x\r\n\r\n`,
  ],
  [
    "`Content-Length` and `Transfer-Encoding`",
    "a length and chunks: 400",
    "400 `acme_bad_request`",
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ],
  ["a chunk that is none", "a bad chunk: 400", "400 `acme_bad_request`", `POST /json HTTP/1.1\r\n${CHUNKED}zz\r\n`],
  ["HTTP/1.1 without `Host`", "no Host: 400", "400 `invalid_input`", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  [
    "headers that do not arrive in time",
    "headers that never end: 408",
    "408 `acme_request_timeout`",
    `GET / HTTP/1.1\r\n${HOST}`,
  ],
  [
    "chunk extensions of 20 kB",
    "large chunk extensions: 413",
    "413 `acme_content_too_large`",
    `POST /json HTTP/1.1\r\n${CHUNKED}1;${"a".repeat(20_000)}\r\n`,
  ],
  [
    "`Expect: tea`",
    "an unknown expectation: 417",
    "417 `acme_expectation_failed`",
    `GET / HTTP/1.1\r\n${HOST}Expect: tea\r\nConnection: close\r\n\r\n`,
  ],
  [
    "headers over the limit",
    "a large header: 431",
    "431 `acme_headers_too_large`",
    `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(9_000)}\r\n\r\n`,
  ],
];

/** What Node answers before any framework sees a request. */
export const NODE_ITEMS: readonly Item[] = BYTES.map(([what, title, expected, bytes]) =>
  onDriver(ON_NODE, what, `node-level.test.ts: ${title}`, { expected, sent: bytes }),
);
