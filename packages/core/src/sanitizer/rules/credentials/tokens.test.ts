import { expect, test } from "vitest";
import { filled } from "../../../../../../test/corpus/reference.ts";
import { sanitizeMessage } from "../../engine/create-sanitizer.ts";

/** Where a token may be in a message, as `#`. No word beside it says what it is. */
const MESSAGES = [
  "pull with # was refused",
  "login at registry.example.com/#/v2",
  "q=#",
  "the value '#' is wrong",
  '{"x":"#"}',
  "a,#;b",
];

/** Seeds of the tokens that are drawn of each shape. */
const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

test.each([
  "sk-ant-api03-{base64url:93}AA",
  "sk-ant-{base64url:16}",
  "sk-proj-{base64url:120}",
  "sk-proj-{base64url:20}",
  "sk-or-v1-{hex:64}",
  "sk_{hex:48}",
  "ApiKey-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
  "eyJVc2VySUQi{base64url:60}",
  "sha256~{base64url:43}",
  "github_pat_{alnum:22}_{alnum:59}",
  "github_pat_{alnum:23}",
  "dckr_pat_{base64url:27}",
  "dckr_oat_{base64url:32}",
  "AGE-SECRET-KEY-1{upper:58}",
  "AGE-PLUGIN-YUBIKEY-1{upper:58}",
  "secret-{alnum:43}",
  "client-{alnum:43}",
  "console-{alnum:43}",
  "sk_live_{alnum:24}",
  "sk_live_{alnum:12}",
  "rk_test_{alnum:99}",
  "live_{hex:35}",
  "test_pub_{hex:32}",
  "duffel_test_{base64url:43}",
  "duffel_live_{base64url:43}",
  "shippo_test_{hex:40}",
  "shippo_live_{hex:40}",
  "key-{hex:32}",
  "pubkey-{hex:32}",
  "{hex:32}-{hex:8}-{hex:8}",
  "pat-na1-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
  "bb_live_{base64url:27}",
  "tr_prod_{base64url:32}",
])("no message shows a token such as %s", (shape) => {
  const shown = SEEDS.map((seed) => filled(shape, seed)).flatMap((token) =>
    MESSAGES.map((message) => message.replace("#", () => token)).filter((message) =>
      sanitizeMessage(message).message.includes(token.slice(-10)),
    ),
  );
  expect(shown).toEqual([]);
});
