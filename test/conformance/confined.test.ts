import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import type { Driver } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const globex = defineCatalog({ vendor: "globex" });

/** The status of each page outside a contract, and the code of an error inside one. */
const PAGES = [
  { path: "/", outside: 200 },
  { path: "/broken", outside: 500, code: "internal_error" },
  { path: "/thrown", outside: 410, code: "internal_error" },
  { path: "/missing", outside: 404, code: "route_not_found" },
] as const;

/** A fetch handler has no router that tells a wrong address from a missing object. */
function codeOf({ code }: { readonly code: string }, { name }: Driver): string {
  return code === "route_not_found" && name === "web" ? "not_found" : code;
}

describe.each(DRIVERS)("$name", (driver) => {
  describe("with two contracts under two prefixes", () => {
    function mounted(reports: ErrorReport[]) {
      const onError = (report: ErrorReport) => reports.push(report);
      return driver.startMounted({
        "/one": createContract(acme, { onError }),
        "/two": createContract(globex, { onError, versions: ["2026-09-12"] }),
      });
    }

    for (const [prefix, vendor, version] of [
      ["/one", "acme", "2026-10-04"],
      ["/two", "globex", "2026-09-12"],
    ] as const) {
      proves(
        ["ENV-1", "VER-2", "VEN-1", "VER-7"],
        `${prefix} answers as ${vendor}, in its own version`,
        async () => {
          const reports: ErrorReport[] = [];
          await during(await mounted(reports), async (url) => {
            for (const page of PAGES) {
              const received = await send(url, { path: prefix + page.path });
              expect(received.headers["uhp-version"]).toBe(version);
              if (!("code" in page)) expect(received).toMatchObject({ status: 200, body: "<h1>Hello</h1>" });
              else expect(expectEnvelope(received, [vendor]).code).toBe(`${vendor}_${codeOf(page, driver)}`);
            }
          });
          expect(reports).toHaveLength(3);
        },
        driver.name,
      );
    }

    for (const { path, outside } of PAGES) {
      test(`${path}, outside both, is left alone to the byte`, async () => {
        const reports: ErrorReport[] = [];
        const before = await during(await driver.startMounted({}), (url) => send(url, { path }));
        const after = await during(await mounted(reports), (url) => send(url, { path }));
        expect(comparable(after)).toEqual(comparable(before));
        expect(after.status).toBe(outside);
        expect(reports).toEqual([]);
      });
    }
  });

  describe("confined by `when`", () => {
    const when = ({ path }: { readonly path: string }) => path.startsWith("/methods/");
    const sent = [
      { path: "/case" },
      { path: "/missing" },
      { path: "/bare/503" },
      // Express's own page for these shows a stack, and the contract's middleware is part of it.
      ...(driver.name.startsWith("express") ? [] : [{ path: "/bare/%ff" }, { path: `/bare/${"a".repeat(101)}` }]),
      { path: "/json", method: "POST", headers: { "Content-Type": "application/json" }, body: "{" },
    ];
    const thrown: Readonly<Record<string, () => unknown>> = {
      "an error": () => Object.assign(new Error("page"), { status: 410, statusCode: 410, stack: "page" }),
      "a text": () => "page",
      "an object": () => ({ statusCode: 429, message: "page" }),
      "a number": () => 404,
    };
    for (const [what, make] of Object.entries(thrown)) {
      test(`a handler that throws ${what} is left alone to the byte`, async () => {
        const handler = () => {
          throw make();
        };
        const answer = async (url: string) => comparable(await send(url, { path: "/case" }));
        const before = await during(await driver.start(undefined, handler), answer);
        await serve(driver, handler, async (url) => expect(await answer(url)).toEqual(before), {
          appliesTo: () => false,
        });
      });
    }
    for (const request of sent) {
      test(`${request.path} is left alone to the byte`, async () => {
        const handler = () => {
          throw Object.assign(new Error("page"), { status: 410, statusCode: 410, stack: "page" });
        };
        const before = await during(await driver.start(undefined, handler), (url) => send(url, request));
        await serve(
          driver,
          handler,
          async (url, reports) => {
            expect(comparable(await send(url, request))).toEqual(comparable(before));
            expect(before.status).toBeGreaterThanOrEqual(400);
            expect(reports).toEqual([]);
          },
          { appliesTo: when },
        );
      });
    }
    proves(
      ["ENV-1"],
      "its own paths are answered",
      async () => {
        await serve(
          driver,
          undefined,
          async (url) => {
            const received = await send(url, { path: "/methods/1", method: "DELETE" });
            expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
          },
          { appliesTo: when },
        );
      },
      driver.name,
    );
  });
});

/** A response without what changes from second to second. */
function comparable(received: Received): unknown {
  const { rawHeaders } = received;
  return {
    ...received,
    // h3 names the address, and each server has its own port.
    body: received.body.replace(/127\.0\.0\.1:\d+/, "127.0.0.1"),
    headers: { ...received.headers, date: "" },
    rawHeaders: rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== "date"),
  };
}
