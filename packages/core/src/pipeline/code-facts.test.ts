import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { CodeDefinition } from "../codes/definition.ts";
import { ERROR_HEADERS } from "../http/error-headers.ts";
import type { Version } from "../versions/known.ts";
import { FactsOfCodes } from "./code-facts.ts";
import { draftOf } from "./resolved-error.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out." } },
  contractCodes: ["sessions"],
});

const SETTINGS = { deprecatedDetail: false, errorHeaders: ERROR_HEADERS };

const factsIn = (facts: FactsOfCodes, code: string, definition: CodeDefinition, version: Version = "2026-10-04") =>
  facts.of(draftOf(code, definition, "catalog"), version);

const definitionOf = (code: string) => acme.definition(code) as CodeDefinition;

describe("what is known of a code", () => {
  test.each([
    ["that the catalog lists", "acme_sold_out"],
    ["that is built in", "acme_conflict"],
    ["of the contract", "session_busy"],
    ["of the contract that the catalog leaves out", "file_not_found"],
  ])("%s is kept for the next response", (_what, code) => {
    const facts = new FactsOfCodes(acme, SETTINGS);
    const first = factsIn(facts, code, definitionOf(code));
    expect(first.code).toBe(code);
    expect(factsIn(facts, code, definitionOf(code))).toBe(first);
  });

  test.each<readonly [what: string, code: string, definition: CodeDefinition]>([
    ["of a bare status", "acme_http_499", definitionOf("acme_http_499")],
    ["whose definition may change", "acme_sold_out", { ...acme.codes.acme_sold_out }],
  ])("%s is not kept", (_what, code, definition) => {
    const facts = new FactsOfCodes(acme, SETTINGS);
    const first = factsIn(facts, code, definition);
    const again = factsIn(facts, code, definition);
    expect(again).not.toBe(first);
    expect([first.code, again.code]).toEqual([code, code]);
  });

  test("follows the definition of the error", () => {
    const facts = new FactsOfCodes(acme, SETTINGS);
    const other = Object.freeze({ ...acme.codes.acme_sold_out, message: "None left." });
    const texts = [acme.codes.acme_sold_out, other, other, acme.codes.acme_sold_out].map((definition) => {
      const { envelope } = factsIn(facts, "acme_sold_out", definition);
      return envelope.write(definition.message, null, null).text;
    });
    const soldOut =
      '{"error":{"type":"invalid_request_error","code":"acme_sold_out","message":"Sold out.","param":null,"detail":null}}';
    const noneLeft =
      '{"error":{"type":"invalid_request_error","code":"acme_sold_out","message":"None left.","param":null,"detail":null}}';
    expect(texts).toEqual([soldOut, noneLeft, noneLeft, soldOut]);
    expect(factsIn(facts, "acme_sold_out", other).definition).toBe(other);
  });

  test.each<readonly [code: string, challenge: string | undefined]>([
    ["missing_credential", "Bearer"],
    ["invalid_credential", "Bearer"],
    ["insufficient_scope", 'Bearer error="insufficient_scope"'],
    ["session_busy", undefined],
    ["acme_unauthenticated", undefined],
    ["acme_forbidden", undefined],
  ])("%s has the challenge %j", (code, challenge) => {
    expect(factsIn(new FactsOfCodes(acme, SETTINGS), code, definitionOf(code)).challenge).toBe(challenge);
  });

  test("has the page of a code of the catalog", () => {
    const paged = { ...acme, docsUrl: "https://docs.acme.example/{code}" };
    const facts = new FactsOfCodes(paged, SETTINGS);
    const pages = ["acme_sold_out", "file_not_found"].map((code) => factsIn(facts, code, definitionOf(code)).optional);
    expect(pages).toEqual([{ Link: '<https://docs.acme.example/acme_sold_out>; rel="help"' }, undefined]);
  });

  test("is told apart by status", () => {
    const facts = new FactsOfCodes(acme, SETTINGS);
    const definition = definitionOf("memory_unavailable");
    const drafts = [502, 503, 502].map((status) => ({
      ...draftOf("memory_unavailable", definition, "catalog"),
      status,
    }));
    const waits = drafts.map((draft) => facts.of(draft, "2026-10-04").statedWait);
    expect(waits).toEqual([undefined, "time", undefined]);
  });

  test("is told apart by version", () => {
    const facts = new FactsOfCodes(acme, SETTINGS);
    const versions = ["2026-09-12", "2026-10-04", "2026-09-12"] as const;
    const codes = versions.map((version) => factsIn(facts, "memory_busy", definitionOf("memory_busy"), version).code);
    expect(codes).toEqual(["acme_memory_busy", "memory_busy", "acme_memory_busy"]);
  });
});
