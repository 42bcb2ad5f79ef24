import type { DriverName } from "../../conformance/drivers/names.ts";
import type { Item } from "./item.ts";
import { onDriver } from "./shared.ts";

const HOST = "Host: x\r\n";

/** Node's own responses are the same beneath Express and Koa. Fastify has some of its own. */
const ON_NODE: readonly DriverName[] = ["express5", "koa3", "fastify5"];

const CHUNKED = `${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

const BYTES: readonly (readonly [what: string, expected: string, bytes: string])[] = [
  ["bytes that are no HTTP", "400 `acme_bad_request`", "GARBAGE\r\n\r\n"],
  ["an unknown method", "400 `acme_bad_request`", `BREW / HTTP/1.1\r\n${HOST}\r\n`],
  ["a header that is none", "400 `acme_bad_request`", `GET / HTTP/1.1\r\n${HOST}Bad Name: x\r\n\r\n`],
  [
    "`Content-Length` and `Transfer-Encoding`",
    "400 `acme_bad_request`",
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ],
  ["a chunk that is none", "400 `acme_bad_request`", `POST /json HTTP/1.1\r\n${CHUNKED}zz\r\n`],
  ["HTTP/1.1 without `Host`", "400 `invalid_input`", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["headers that do not arrive in time", "408 `acme_request_timeout`", `GET / HTTP/1.1\r\n${HOST}`],
  [
    "chunk extensions of 20 kB",
    "413 `acme_content_too_large`",
    `POST /json HTTP/1.1\r\n${CHUNKED}1;${"a".repeat(20_000)}\r\n`,
  ],
  [
    "`Expect: tea`",
    "417 `acme_expectation_failed`",
    `GET / HTTP/1.1\r\n${HOST}Expect: tea\r\nConnection: close\r\n\r\n`,
  ],
  [
    "headers over the limit",
    "431 `acme_headers_too_large`",
    `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(9_000)}\r\n\r\n`,
  ],
];

/** Node's answers to what no framework ever sees. */
export const NODE_ITEMS: readonly Item[] = BYTES.map(([what, expected, bytes]) =>
  onDriver(ON_NODE, what, { expected, sent: bytes, ...(expected.startsWith("408") ? { headersTimeout: 500 } : {}) }),
);
