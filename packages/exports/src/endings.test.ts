import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import {
  compare,
  describeErrors,
  toEnvoy,
  toHtml,
  toJson,
  toMarkdown,
  toNginx,
  toOpenApi,
  toOverlay,
} from "./index.ts";

const acme = defineCatalog({
  vendor: "acme",
  docsUrl: "https://docs.acme.example/$1/{code}?a=%20b",
  codes: { acme_gpu_cold: { status: 503, message: "Cold." } },
});
const plain = defineCatalog({ vendor: "acme", codes: { acme_gpu_cold: { status: 503, message: "Cold." } } });

const version = { version: "2026-09-12", deprecation: "2026-12-01", sunset: "2027-06-01" } as const;
const page = (code: string) => `https://docs.acme.example/$1/${code}?a=%20b`;

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into by path
type Any = any;

describe("the page of a code", () => {
  test("is in the description of the catalog, and only there if it has pages", () => {
    const [codes, without] = [toJson(acme).codes, toJson(plain).codes];
    expect(codes.map(({ docs_url: url }) => url)).toEqual(codes.map(({ code }) => page(code)));
    expect(without.filter((code) => "docs_url" in code)).toEqual([]);
  });

  test("is a change of a text", () => {
    const changes = compare(toJson(plain), acme);
    expect(new Set(changes.map(({ level, what }) => `${level} ${what}`))).toEqual(new Set(["patch docs_url"]));
    expect(changes.find(({ code }) => code === "acme_gpu_cold")?.sentence).toBe(
      `The page of "acme_gpu_cold" was null and is "${page("acme_gpu_cold")}": only a link is another.`,
    );
    expect(compare(toJson(acme), plain)).toHaveLength(changes.length);
    expect(compare(toJson(acme), acme)).toEqual([]);
  });

  test.each([
    ["toHtml", toHtml],
    ["toMarkdown", toMarkdown],
  ])("is a place of %s, by each name that a version has for the code", (_name, write) => {
    for (const code of ["environment_busy", "acme_environment_busy"]) {
      for (const of of ["2026-10-04", "2026-08-11"] as const) {
        expect(write(acme, { version: of }).split(`id="${code}"`)).toHaveLength(2);
      }
    }
  });

  test("is that of the name in the version", () => {
    const { components } = toOpenApi(acme, { version }) as Any;
    const names = Object.entries<Any>(components.schemas).map(([name, { externalDocs }]) => [name, externalDocs?.url]);
    expect(Object.fromEntries(names)).toMatchObject({
      AcmeErrorGpuCold: page("acme_gpu_cold"),
      AcmeErrorEnvironmentBusy: page("acme_environment_busy"),
    });
    expect(JSON.stringify(toOpenApi(plain, { version: "2026-09-12" }))).not.toMatch(/externalDocs|Deprecation|Link/);
  });
});

describe("the headers", () => {
  const headersOf = (catalog: typeof acme, given: object) =>
    Object.keys((toOpenApi(catalog, given) as Any).components.responses.AcmeError503.headers);

  test("are described where responses have them", () => {
    expect(headersOf(acme, { version })).toEqual(["Retry-After", "Deprecation", "Sunset", "Link"]);
    expect(headersOf(acme, {})).toEqual(["Retry-After", "Link"]);
    expect(headersOf(plain as never, { version: { version: "2026-10-04", sunset: "2027-06-01" } })).toEqual([
      "Retry-After",
      "Sunset",
    ]);
    expect(headersOf(plain as never, {})).toEqual(["Retry-After"]);
  });

  test("mark the operations of a deprecated version", () => {
    const document = { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths: { "/a": { get: {} } } };
    const described = describeErrors(document, acme, { version }) as Any;
    expect(described.paths["/a"].get).toMatchObject({
      deprecated: true,
      responses: { "400": { headers: { Deprecation: {}, Sunset: {}, Link: {} } } },
    });
    // Describing again removes what the first call added.
    const again = describeErrors({ ...described, components: {} }, plain, { version: "2026-10-04" }) as Any;
    expect(again.paths["/a"].get.responses["400"].headers).toBe(undefined);
    expect(JSON.stringify(describeErrors(document, plain))).not.toContain("deprecated");
  });

  test("are described on successes, until the document is described without an end", () => {
    const own = { "X-Total": { schema: { type: "integer" } } };
    const responses = {
      "200": { description: "ok", headers: own },
      "204": { description: "gone" },
      "3XX": { $ref: "#/x" },
    };
    const document = {
      openapi: "3.1.0",
      info: { title: "Acme", version: "1" },
      paths: { "/a": { get: { responses } } },
    };
    const responsesOf = (described: object) => (described as Any).paths["/a"].get.responses;
    const ending = describeErrors(document, plain, { version });
    expect(responsesOf(ending)).toMatchObject({
      "200": { description: "ok", headers: { Deprecation: {}, Sunset: {}, ...own } },
      "204": { description: "gone", headers: { Deprecation: {}, Sunset: {} } },
      "3XX": { $ref: "#/x" },
    });
    expect(responsesOf(describeErrors({ ...ending, components: {} }, plain))).toMatchObject(responses);
    expect(responsesOf(describeErrors({ ...ending, components: {} }, plain))["204"]).toEqual({ description: "gone" });
  });

  test("are named in an overlay", () => {
    expect((toOverlay(acme, { version }) as Any).actions[1]).toEqual({
      target: "$.paths.*[?@.responses]",
      update: { deprecated: true },
    });
    expect(JSON.stringify(toOverlay(plain))).not.toContain("deprecated");
  });

  test("are in what a gateway answers", () => {
    const nginx = toNginx(acme, { version });
    const location = nginx.slice(nginx.indexOf("location @uhp_errors_503"));
    expect(location).toContain("add_header Deprecation '@1796083200' always;");
    expect(location).toContain("add_header Sunset 'Tue, 01 Jun 2027 00:00:00 GMT' always;");
    const link = (address: string) => `<${address}>; rel="help"`;
    expect(location).toContain(
      `add_header Link '${link("https://docs.acme.example/%241/acme_unavailable?a=%20b")}' always;`,
    );
    const { mappers } = toEnvoy(acme, { version }) as Any;
    const added = mappers.at(-1).headers_to_add.map(({ header: { key, value } }: Any) => [key, value]);
    expect(Object.fromEntries(added)).toMatchObject({
      Deprecation: "@1796083200",
      Sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
      // A single percent sign would begin a command of Envoy.
      Link: link("https://docs.acme.example/$1/acme_upstream_timeout?a=%%20b"),
    });
    expect(toNginx(plain)).not.toMatch(/Deprecation|Sunset|Link/);
  });
});

test("wrong dates are refused", () => {
  const wrong = { version: { version: "2026-09-12", sunset: "soon" } } as const;
  for (const make of [toOpenApi, toOverlay, toNginx, toEnvoy]) {
    expect(() => make(acme, wrong)).toThrow('versions: expected { version: "2026-09-12", deprecation, sunset }');
  }
  expect(() => toOpenApi(acme, { version: null as never })).toThrow("version: expected one of");
  expect(toMarkdown(acme)).toContain("acme_gpu_cold");
});
