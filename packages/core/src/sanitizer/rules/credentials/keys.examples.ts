import type { Examples } from "../proof.examples.ts";

export const keyExamples: Examples = {
  "private-key-block": {
    redacts: [
      "Bad key: -----BEGIN RSA PRIVATE KEY-----\n{alnum:64}\n-----END RSA PRIVATE KEY-----",
      "Bad key: -----BEGIN OPENSSH PRIVATE KEY-----\\n{alnum:64}",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----",
      "cert=-----BEGIN+PRIVATE+KEY-----",
    ],
    keeps: ["Expected -----BEGIN CERTIFICATE----- at the start.", "Send -----BEGIN+RSA+PUBLIC+KEY----- first."],
  },
  "putty-private-lines": { redacts: ["Private-Lines: 1\n{alnum:64}"], keeps: ["Private-Lines: 14"] },
  "json-web-token": {
    redacts: ["Got eyJ{alnum:20}.eyJ{alnum:30}.{alnum:43} here", "Got eyJ{alnum:8}.e30.x"],
    keeps: ["The prefix eyJ marks a token.", "The cursor eyJpZCI6MTIzfQ is expired."],
  },
};
