import type { Examples } from "../proof.examples.ts";

export const schemeExamples: Examples = {
  "authorization-header": {
    redacts: [
      "Header Authorization: Bearer {alnum:12} was refused",
      '{"authorization":"Basic {alnum:20}"}',
      "authorization=Token {alnum:20}",
      "Authorization: AWS4-HMAC-SHA256 Credential=AKIA{upper:16}/x, SignedHeaders=host, Signature={hex:64}",
    ],
    keeps: ["Authorization: required", "Header authorization: Bearer token expected"],
  },
  "digest-credentials": {
    redacts: ['Digest username="a", realm="x", nonce="{hex:32}", nc=00000001, response="{hex:32}" was refused'],
    keeps: ['The server asks for Digest realm="x", qop="auth"', "Digest authentication is missing"],
  },
  "scheme-and-token": {
    redacts: ["Refused Bearer {alnum:16}", "Basic dXNlcjpw{alnum:8}== is wrong", "bearer {hex:32}"],
    keeps: [
      "Basic authentication is not supported.",
      'Bearer realm="api"',
      "Use a bearer token.",
      "token validation failed",
      "The token expired",
    ],
  },
  "signed-session-id": { redacts: ["Session s%3A{alnum:32}.{alnum:43} not found"], keeps: ["s:short"] },
  cookie: {
    redacts: ["Cookie: sid={alnum:24}; theme=dark", '"set-cookie":"a={hex:8}; Path=/; HttpOnly"'],
    keeps: ["The Cookie header is missing.", "cookie: required", "The cookie consent=yes is missing."],
  },
};
