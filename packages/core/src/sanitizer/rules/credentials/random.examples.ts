import type { Examples } from "../proof.examples.ts";

export const randomExamples: Examples = {
  "random-value": {
    redacts: ["retry with {alnum:64} failed", "rnd_{alnum:28} is refused", "got {alnum:43}="],
    keeps: [
      'Precondition failed: W/"63-{alnum:27}"',
      "No such response resp_68a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5",
      "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
      "java.lang.NoSuchFieldExceptionInSomeVeryLongClassName2",
      "claude-sonnet-4-5-20250929-thinking-max",
    ],
  },
  "secret-by-prefix": {
    redacts: [
      "key_{hex:64} is refused",
      "API-{upper:26} is wrong",
      "live_{alnum:40}",
      "acme_live_{alnum:16} is unknown",
      "shippo_test_{hex:40}",
      "github_pat_{alnum:22}_{alnum:59}",
      "dckr_oat_{alnum:32}",
      "AGE-SECRET-KEY-1{upper:58}",
      "ApiKey-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
      "sk_live_{alnum:24}",
      "rk_test_{alnum:24}",
      "pat-na1-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
      "console-{alnum:43}",
      "sha256~{alnum:43}",
    ],
    keeps: [
      "token_type_hint_for_introspection",
      "key_value_store_2",
      "user_live_locationTrackingEnabled",
      "test_name_2",
    ],
  },
  "quoted-input": {
    redacts: [
      'strconv.Atoi: parsing "master2200": invalid syntax',
      'For input string: "{hex:32}"',
      "Unexpected token 'W', \"football3978\" is not valid JSON",
      'invalid "football3978"',
      `Unexpected token 'H', "{"a":Hunter2!abc" is not valid JSON`,
    ],
    keeps: [
      'parsing "12ab": invalid syntax',
      "Unknown option '--verbose-all'",
      "invalid id '507f1f77bcf86cd799439011'",
      "Invalid value 'gpt-4o-2024-08-06'",
    ],
  },
  "common-password": {
    redacts: ["no such column: qwerty2780", "argument 'Dragon3017' is invalid"],
    keeps: ["welcome2026", "the dragon 301", "football"],
  },
  "refused-value": {
    redacts: ["Unknown signal: {hex:40}", "Invalid currency code : {base32:32}"],
    keeps: [
      "Invalid commit hash: 9fceb02d0ae598e95dc970b74767f19372d61af8",
      "Unknown trace id: {hex:32}",
      "Unknown command called from script: {hex:40}",
    ],
  },
  "strong-password": {
    redacts: ['value was "jFno&u_zZXqm"', "no such column: Xk9$wq!7Lp2", "bad /x=Xk9$wq!7Lp2"],
    keeps: [
      "a@Example1.com",
      "Total=Sum1+Sum2",
      "name=John&age=3",
      "^[a-zA-Z0-9]+$",
      "@types/node@20.1.0",
      "C++17&C++20",
      "Moved to the [@APIDevTools scope]",
    ],
  },
};
