import { createContract } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { GROUPS } from "./before-after/table.ts";
import { acme } from "./support/catalog.ts";

/** A code of the contract or of the vendor, as the page shows it; or one of the two ends that no envelope can have. */
const ANSWERED = /^[45]\d\d `(?:acme_)?[a-z]+(?:_[a-z0-9]+)+`|^the connection breaks off$|^once$/;

describe.each(Object.entries(GROUPS))("%s", (_group, items) => {
  for (const { what, frameworks, observe } of items) {
    for (const framework of frameworks) {
      test(`${what}, on ${framework}, is answered in the contract's shape`, async () => {
        const contract = createContract(acme, { maxFileBytes: 1_000, onError: () => {} });
        expect(await observe(framework, contract)).toMatch(ANSWERED);
      });
    }
  }
});
