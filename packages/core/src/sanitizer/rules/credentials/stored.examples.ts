import type { Examples } from "../proof.examples.ts";

export const storedExamples: Examples = {
  "password-hash": {
    redacts: [
      ["alice:", "apr1", "x7Jq1aB2", "{alnum:22}"],
      ["hash ", "2y", "10", "{alnum:53} is bad"],
      ["", "6", "rounds=5000", "saltsalt", "{alnum:86}"],
      ["", "argon2id", "v=19", "m=65536,t=3,p=4", "{alnum:22}", "{alnum:43}"],
      ["pbkdf2_sha256", "260000", "{alnum:12}", "{alnum:43}="],
      ["", "P", "B{alnum:30}"],
      ["cannot import *9B311B11BF507DC01C7567E0798DF73B07AA01AC for shop@%"],
      ["-hashes {hex:32}:{hex:32} failed"],
      ["SCRAM-SHA-256", "4096:{alnum:22}==", "{alnum:43}=:{alnum:43}= is no verifier"],
      ["rolpassword md5{hex:32}"],
    ].map((parts) => parts.join("$")),
    keeps: [
      "It costs $1$ or $2$ each",
      "replace it by $1$2",
      "sha256$ is a prefix",
      "$ref$x",
      "trace {hex:32}:{hex:16} is lost",
      "md5-{hex:32}",
      "*A4B61 is no color",
    ],
  },
  "directory-password-hash": {
    redacts: ["{SHA}{alnum:27}= is bad", "userPassword: {SSHA}{alnum:32}"],
    keeps: ["Write it as {SHA}hash", "{MD5} is too weak"],
  },
  "card-number": {
    redacts: [
      "Card 4111 1111 1111 1111 with cvv 123 was declined",
      "card=4111111111111111&cvv=123",
      '{"number":"5555555555554444","cvc":"123"}',
      "Amex 3782-822463-10005",
      "Card 4111 1111 1111 1111 12/27 was declined",
      "Card 2 of 2024 4111 1111 1111 1111 123 was declined",
      "The cards 4111 1111 1111 1111 5555 5555 5555 4444 were declined",
    ],
    keeps: [
      "The card 4111111111111112 has a typing error",
      "card on file since 1735689600000",
      "4111111111111111 items",
      "A discarded value of 4111111111111111",
      "The card of 2026-01-02 expires 2027-03-04 10",
    ],
  },
  "card-code": {
    redacts: ["cvv 123 was refused", '"cvc":"1234"', "cvv=987"],
    keeps: ["The cvv has 3 digits", "cvc: required", "cvv must be 3-4 digits"],
  },
  "cluster-bootstrap-token": {
    redacts: ["kubeadm join --token {lower:6}.{lower:16}", "token id abcdef.0123456789abcdef is invalid"],
    keeps: ["The token in module.authenticatorapp is missing", "abcdef.0123456789abcdef is a name"],
  },
  "secret-id": {
    redacts: [
      "nomad secret id {hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} is bad",
      "AccessorID: x\nSecretID:   {hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    ],
    keeps: ["There is no secret with id 550e8400-e29b-41d4-a716-446655440000", "secret_id is required"],
  },
  "encoded-text-url": {
    redacts: [
      "data:text/plain;base64,{alnum:24} is too long",
      "bad data:application/json;charset=utf-8;base64,{alnum:40}==",
    ],
    keeps: ["bad image data:image/png;base64,{alnum:60}==", "Use data:text/plain;base64, for it"],
  },
};
