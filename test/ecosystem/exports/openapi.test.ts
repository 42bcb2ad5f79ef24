import { VERSIONS } from "@uhp-errors/core";
import { describeErrors, toOpenApi, toOverlay } from "@uhp-errors/exports";
import openapiFormat from "openapi-format";
import { beforeAll, describe, expect, test } from "vitest";
import { acme, declared, operations } from "./catalog.ts";
import { type Documents, ofFastify, ofHono, ofNest, ofSwaggerJsdoc } from "./documents.ts";
import { faultsOf, lint } from "./validators.ts";

const TOOLS: Readonly<Record<string, () => Documents | Promise<Documents>>> = {
  "fastify-3.0": () => ofFastify("3.0.3"),
  "fastify-3.1": () => ofFastify("3.1.0"),
  "swagger-jsdoc": ofSwaggerJsdoc,
  nest: ofNest,
  hono: ofHono,
};

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, { readonly content?: object }> }>>;
}

describe("a document with the errors in it", () => {
  const made = new Map<string, Documents>();
  let problems: Readonly<Record<string, readonly string[]>>;
  beforeAll(async () => {
    for (const [name, make] of Object.entries(TOOLS)) made.set(name, await make());
    const all = [...made].flatMap(([name, { before, after }]) => [
      [`${name}-before`, before],
      [`${name}-after`, after],
      [`${name}-closed`, closed(before)],
    ]);
    problems = await lint({
      ...Object.fromEntries(all),
      ...(await overlaid(made)),
      "the-overlay": toOverlay(acme, { operations }),
    });
  }, 120_000);

  describe.each(Object.keys(TOOLS))("of %s", (name) => {
    const after = () => made.get(name)?.after as Document;
    test("is valid before and after for two validators", async () => {
      expect(await faultsOf(made.get(name)?.before ?? {})).toEqual([]);
      expect(await faultsOf(after())).toEqual([]);
    });
    test("has no linter findings, before and after", () => {
      expect(problems[`${name}-before`]).toEqual([]);
      expect(problems[`${name}-after`]).toEqual([]);
    });
    test("is valid and clean with the list of declared operations, closed", async () => {
      const described = closed(made.get(name)?.before ?? {}) as Document;
      expect(await faultsOf(described)).toEqual([]);
      // The codes exclude each other. This rule does not see that, since it does not look into `error`.
      const others = problems[`${name}-closed`]?.filter((one) => !one.includes("no-illogical-composition-keywords"));
      expect(others).toEqual([]);
      const { responses = {} } = described.paths["/v1/responses"]?.["post"] ?? {};
      const both = ["EnvironmentBusy", "SessionBusy"].map((code) => ({
        $ref: `#/components/schemas/AcmeError${code}`,
      }));
      expect(responses["409"]?.content).toMatchObject({
        "application/json": { schema: { oneOf: expect.arrayContaining(both) } },
      });
      expect(JSON.stringify(described)).not.toContain("AcmeErrorEnvelope");
    });
    test("has the errors of each operation, and its success", () => {
      const { paths } = after();
      expect(Object.keys(paths["/v1/harnesses/{id}"]?.["get"]?.responses ?? {})).toEqual([
        "200",
        "400",
        "401",
        "404",
        "500",
      ]);
      const { responses = {} } = paths["/v1/responses"]?.["post"] ?? {};
      expect(Object.keys(responses)).toEqual(["200", "400", "401", "409", "429", "500", "503"]);
      expect(responses["409"]?.content).toMatchObject({
        "application/json": { examples: { session_busy: {}, environment_busy: {} } },
      });
      expect(JSON.stringify(responses["200"])).not.toContain("AcmeErrorEnvelope");
    });
    test("keeps existing descriptions of errors", () => {
      const said = after().paths["/v1/harnesses/{id}"]?.["get"]?.responses["404"];
      expect(said).toMatchObject({ description: expect.stringMatching(/^It is gone\.\n\n- `harness_not_found`/) });
    });
  });

  test("an overlay itself has no linter findings", () => {
    expect(problems["the-overlay"]).toEqual([]);
  });

  test("through an overlay has no findings either, and the same responses", async () => {
    const { overlay } = await overlaid(made);
    expect(await faultsOf(overlay)).toEqual([]);
    expect(problems["overlay"]).toEqual([]);
    const described = made.get("fastify-3.1")?.after as Document;
    for (const [path, method] of [
      ["/v1/harnesses/{id}", "get"],
      ["/v1/responses", "post"],
    ] as const) {
      const [one, other] = [overlay, described].map(
        (document) => (document as Document).paths[path]?.[method]?.responses,
      );
      expect(Object.keys(one ?? {}).sort()).toEqual(Object.keys(other ?? {}).sort());
      for (const status of Object.keys(one ?? {})) expect(one?.[status]?.content).toEqual(other?.[status]?.content);
    }
  });
});

/** A document with only the errors of the declared operations. */
function closed(document: object): object {
  return describeErrors(document, acme, { operations: declared, closed: true });
}

/** Fastify's document after a tool has applied the overlay. */
async function overlaid(made: ReadonlyMap<string, Documents>): Promise<{ readonly overlay: object }> {
  const overlay = toOverlay(acme, { operations });
  const before = JSON.parse(JSON.stringify(made.get("fastify-3.1")?.before));
  const { data } = await openapiFormat.openapiOverlay(before, { overlaySet: overlay as never });
  return { overlay: data };
}

describe("components without paths", () => {
  const documents = Object.fromEntries(
    VERSIONS.flatMap((version) => [
      [`plain-${version}`, toOpenApi(acme, { version })],
      [`default-${version}`, toOpenApi(acme, { version, default: true })],
    ]),
  );
  let problems: Readonly<Record<string, readonly string[]>>;
  beforeAll(async () => {
    // Other documents use these components, and it is for those to state a license.
    problems = await lint(documents, ["no-unused-components", "info-license", "no-empty-servers"]);
  }, 60_000);

  test.each(Object.entries(documents))("%s are valid and clean", async (name, document) => {
    expect(await faultsOf(document)).toEqual([]);
    expect(problems[name]).toEqual([]);
  });
});

test("the validators and the linter find mistakes", async () => {
  const broken = JSON.parse(JSON.stringify(toOpenApi(acme)));
  broken.components.responses.AcmeError404.description = 7;
  broken.components.schemas.AcmeErrorEnvelope.type = "objekt";
  expect(await faultsOf(broken)).toHaveLength(2);
  expect((await lint({ broken }))["broken"]).not.toEqual([]);
}, 60_000);
