import { describe, expect, test } from "vitest";
import { sentDetail } from "../../../../../test/support/sent.ts";
import { createSanitizer } from "./create-sanitizer.ts";

/** What a sanitizer that remembers no earlier text makes of one. */
const messageOf = (text: unknown) => createSanitizer().message(text);
const detailText = (text: string) => createSanitizer().detailText(text);

/** Random parts as servers make them, put together here so that no file holds what looks like a token. */
const HEX = "08dae611630d467a".repeat(3);
const MIXED = "b3QxZ7kLm2Vw9RtY".repeat(2);
const ULID = "01HXYZ8A9B2C3D4E5F6G7H8J9K";
const RANDOM = [HEX.slice(0, 24), HEX.slice(0, 32), HEX, MIXED.slice(0, 24), MIXED, ULID, `${MIXED.slice(0, 22)}-_x9`];

describe("an id of the protocol is not a credential, however random part of it is", () => {
  test.each(
    "chrn hrn resp msg rs fc fco call task turn run cntr file cfile sess hsess session conv env mem skl skb skill plug plugin med mjob req".split(
      " ",
    ),
  )("%s_", (prefix) => {
    for (const id of RANDOM.map((random) => `${prefix}_${random}`)) {
      const texts = [
        `There is no such thing as ${id} here.`,
        `The session ${id} is busy.`,
        `The token ${id} is none.`,
        `session_id: ${id} is unknown`,
        `Invalid value: "${id}"`,
        `GET /v1/things/${id} failed`,
      ];
      expect(texts.filter((text) => messageOf(text).message !== text)).toEqual([]);
      expect(texts.filter((text) => detailText(text) !== text)).toEqual([]);
      const detail = { id, response_id: id, session_id: id, session: id, supported: [id] };
      expect(sentDetail(detail)).toEqual(detail);
    }
  });

  test("but under a name that says so, it is one", () => {
    expect(messageOf(`login with password=resp_${HEX} failed`).message).toBe("login with password=[credential] failed");
    expect(messageOf(`Authorization: Bearer sess_${HEX}`).message).toBe("Authorization: [credential]");
  });
});

const SCRIPT_HASH = `${MIXED}Qa+b/${MIXED}`.slice(0, 43);

describe("strings that resemble secrets, hosts or paths stay", () => {
  test.each([
    // Hashes of scripts.
    `Refused to run the inline script because it violates "script-src 'sha256-${SCRIPT_HASH}='"`,
    `A hash ('sha256-${SCRIPT_HASH}=') or a nonce is required`,
    `script hash "sha256-${SCRIPT_HASH.replaceAll("/", "+")}=" is not allowed`,
    `The digest in the integrity attribute is sha384-${MIXED}${MIXED}`,
    `wanted sha512-${MIXED}${SCRIPT_HASH}== but got sha512-${SCRIPT_HASH}${MIXED}==`,
    `The integrity sha1-${MIXED.slice(0, 27)}= is wrong`,
    // Error codes of TLS libraries.
    "error:0A000086:SSL routines::certificate verify failed",
    "error:0A000086:SSL routines:tls_post_process_server_certificate:certificate verify failed",
    "write EPROTO 140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number",
    "write EPROTO C0E7B4F7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number",
    "error:0308010C:digital envelope routines::unsupported",
    "error:10000438:SSL routines:OPENSSL_internal:TLSV1_ALERT_INTERNAL_ERROR",
    "tlsv1 alert unknown ca: SSL alert number 48",
    "NET::ERR_CERT_AUTHORITY_INVALID (0x80096004)",
    // Messages of other libraries.
    "ERR Unknown Redis command called from script script: a5a3e1657c4169c84f809f8ec75bc932067d9150, on @user_script:1.",
    'insert into "users" ("login", "password") values ($1, $2) - relation "users" does not exist',
    "Failed to read private key: error:1E08010C:DECODER routines::unsupported",
    "bad key: 140735:error:0906D06C:PEM routines:PEM_read_bio:no start line",
    "Failed to parse URL from http://x",
    "error: could not lock config file .git/config: File exists",
    "The image python:3.12-slim@sha256:52f29cbc73c28a369152f27aae91de590805c30c17b5c3cb03e0ab45572d2c26 is not signed",
    // Secrets that are stored or passed on, by their look.
    "The card was declined.",
    "Card ending in 4242 was declined.",
    "The order 4111111111111111 is unknown.",
    "The request took 1735689600000 ms on card 2.",
    'The challenge is Digest realm="api", qop="auth", algorithm=MD5',
    "The image data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ is broken.",
    "Replace it by $1$2 or $<name>.",
    "The price is $5$ and not {SHA}.",
    "Use https://nip.io for it.",
    "93-184-216-34.nip.io is public.",
    "Get a red.onion at the shop.",
    "The pattern \\\\.\\w+ is wrong.",
    "See //cdn.example.com/etc/x.js for it.",
    "Mount the volume first: /v1/volumes is the address.",
    "Calls: 12 of 30 were answered.",
    "Meet at example.com at noon.",
    "The bucket s3://public-bucket/key is not readable.",
  ])("%s", (text) => {
    expect(messageOf(text)).toEqual({ message: text, removed: [] });
  });

  test.each([
    ["the password that looks like another host", "proxy http://api:Vfrcm.%@e?/NGg@10.193.57.93:3128 answered 407"],
    ["a host of one letter with a port", "http://x:3000 answered 407"],
  ])("but not %s", (_, text) => {
    expect(messageOf(text).message).toMatch(/^(?:proxy )?\[host\] answered 407$/);
  });

  test("but not the path of a TLS library's source, nor the host of another error", () => {
    const { message } = messageOf(
      "write EPROTO 140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/ssl3_record.c:332:",
    );
    expect(message).toBe("write EPROTO 140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number:[path]:");
    expect(messageOf("write EPROTO 10.0.0.5:error:443").message).not.toContain("10.0.0.5");
  });
});

describe("dots of other scripts in a host count as dots", () => {
  test.each(["10．0．0．5", "10。0。0。5", "db｡prod｡internal", "db。internal", "redis．internal"])("%s", (host) => {
    expect(messageOf(`No answer of ${host} today`).message).toBe("No answer of [host] today");
  });
});
