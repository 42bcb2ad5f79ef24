import { createContract } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { GROUPS } from "./before-after/table.ts";
import { acme } from "./support/catalog.ts";

/** A status and a code, then the header fields that the page shows. */
const ANSWERED = /^(\d{3}) `([a-z_0-9]+)`((?: · [a-z-]+: (?:none|`[^`]*`))*)$/;

/** What no envelope can answer: half an answer that breaks off, and the listeners that hear of a failure. */
const OTHER = ["the connection breaks off", "once"];

describe.each(Object.entries(GROUPS))("%s", (_group, items) => {
  for (const { what, frameworks, observe } of items) {
    for (const framework of frameworks) {
      test(`${what}, on ${framework}, is answered in the contract's shape`, async () => {
        const contract = createContract(acme, { maxFileBytes: 1_000, onError: () => {} });
        const seen = await observe(framework, contract);
        if (OTHER.includes(seen)) return;
        const [, status, code = "", shown = ""] = ANSWERED.exec(seen) ?? [];
        expect([acme.definition(code)?.status].flat(), seen).toContain(Number(status));
        expect(shown).not.toContain("set-cookie: `");
      });
    }
  }
});
