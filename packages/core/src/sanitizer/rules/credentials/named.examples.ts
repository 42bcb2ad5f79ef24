import type { Examples } from "../proof.examples.ts";

export const namedExamples: Examples = {
  "named-secret": {
    redacts: [
      "The key {hex:32} was refused.",
      'Invalid API key "{alnum:24}"',
      "The session token {alnum:40} is unknown",
      "wrong password `Tr0ub4dor&3` given",
      "The API key {hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} is unknown.",
      "Contraseña incorrecta: Verano1954",
      "密码 bnjuJU2Xg$N 错误",
      'expected weatherKey to match the pattern, got "{hex:32}"',
      'with password "Shadow1537 princess9000"',
    ],
    keeps: [
      "The key was refused.",
      "Idempotency key 550e8400-e29b-41d4-a716-446655440000 was used.",
      "Duplicate key 'user_1'",
      "The token expired at 2026-01-02T03:04:05Z.",
      "No such key chrn_01hxyz8a9b2c3d4e.",
      "password must have 8 characters",
      "Too many tokens for gpt-5.2-mini-2026-01-01",
      "Cannot read the private key: error:1E08010C:DECODER routines::unsupported",
      'insert into "users" ("password") values ($1, $2) - relation "users" does not exist',
      "Expected http[s]://[username:password@]hostname:port[/database][?param1=value1&param2=value2]",
    ],
  },
  "one-time-code": {
    redacts: ["The PIN code token 20925154 was already used", "OTP 482913 is wrong"],
    keeps: ["a pin of 4 digits", "status code 40412"],
  },
};
