import { expect, test } from "vitest";
import { createSanitizer } from "../sanitizer/index.ts";
import { namesBearer, statedChallenge } from "./challenge.ts";

test.each<[challenge: string | undefined, asks: boolean]>([
  [undefined, false],
  ["", false],
  ["Bearer", true],
  ['bearer realm="x"', true],
  ['Basic realm="x", Bearer', true],
  ['Basic realm="x",Bearer error="y"', true],
  ['Basic realm="a, Bearer b"', false],
  ['Basic realm="a\\", Bearer b"', false],
  ['Basic realm="a, Bearer b', false],
  ['Basic realm="a\\", Bearer \\x b"', false],
  ['Basic realm="a\\" , Bearer \\ b"', false],
  ["Bearers", false],
  ["DPoP bearer=1", false],
  [`Basic ${'"\\"'.repeat(20_000)}\\`, false],
])("recognizes whether a challenge asks for a bearer token: %j", (challenge, asks) => {
  expect(namesBearer(challenge)).toBe(asks);
});

test.each<[stated: unknown, sent: string | undefined]>([
  ["Basic", "Basic"],
  ['Basic realm="Admin area"', 'Basic realm="Admin area"'],
  ["Digest algorithm=MD5", "Digest algorithm=MD5"],
  ['Digest realm="x" , algorithm=MD5, qop="auth",stale=no', 'Digest realm="x" , algorithm=MD5, qop="auth",stale=no'],
  [' Basic realm="x"', "Basic"],
  ['Basic realm="x" y', "Basic"],
  ['Digest realm="x", qop="é"', "Digest"],
  ['Digest realm="x"; qop=auth', "Digest"],
  ['Digest realm="x", qop', "Digest"],
  ["Basic  hunter2", "Basic"],
  ['Basic realm="/srv/app/users.db"', "Basic"],
  ['Basic realm="x", error="Wrong password for ann"', "Basic"],
  ['Bearer error="invalid_token", error_description="expired", DPoP algs="ES256"', "Bearer, DPoP"],
  ['Bearer, Basic realm="db-1.internal:5432"', "Bearer, Basic"],
  ["Basic\r\nSet-Cookie: a=b", undefined],
  ["hunter2", undefined],
  ["Basic hunter2", "Basic"],
  ['hunter2 realm="x", Basic', "Basic"],
  [`Basic${" ".repeat(995)}`, "Basic"],
  [`Basic${" ".repeat(996)}`, undefined],
  [`Basic ${"a=".repeat(400)}`, "Basic"],
  [7, undefined],
  [undefined, undefined],
])("sends only the safe part of an error's challenge: %j", (stated, sent) => {
  expect(statedChallenge(stated, createSanitizer())).toBe(sent);
});

test("only the scheme is sent when the sanitizer throws", () => {
  const sanitizer = { ...createSanitizer(), message: () => Number.NaN.toFixed(101) as never };
  expect(statedChallenge('Basic realm="x"', sanitizer)).toBe("Basic");
});
