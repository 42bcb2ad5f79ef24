import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { undated } from "../support/comparable.ts";
import { during, serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, type Sent, send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
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

/**
 * A fetch handler has no router that tells a wrong address from a missing object. On Hono, the error handler of the app around a part
 * chooses the status of an unknown error.
 */
function codeOf({ code, path }: { readonly code: string; readonly path: string }, { name }: Driver): string {
  if (path === "/thrown" && name === "hono") return "gone";
  return code === "route_not_found" && name === "web" ? "not_found" : code;
}

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

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
      proven(["ENV-1", "VER-2", "VEN-1", "VER-7"], `${prefix} answers as ${vendor}, in its own version`, async () => {
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
      });
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
    const page = () => Object.assign(new Error("page"), { status: 410, statusCode: 410, stack: "page" });
    const json = { "Content-Type": "application/json" };
    const left: readonly (readonly [what: string, sent: Sent, make?: () => unknown])[] = [
      ["a handler that throws an error", { path: "/case" }],
      ["a handler that throws a text", { path: "/case" }, () => "page"],
      ["a handler that throws an object", { path: "/case" }, () => ({ statusCode: 429, message: "page" })],
      ["a handler that throws a number", { path: "/case" }, () => 404],
      ["an unknown address", { path: "/missing" }],
      ["an error by hand", { path: "/bare/503" }],
      ["a body that does not parse", { path: "/json", method: "POST", headers: json, body: "{" }],
    ];
    // Express's own page for these shows a stack, and the contract's middleware is part of it.
    const unlessExpress: typeof left = [
      ["a parameter that cannot be decoded", { path: "/bare/%ff" }],
      ["a parameter that is too long", { path: `/bare/${"a".repeat(101)}` }],
    ];
    const rows = driver.name.startsWith("express") ? left : [...left, ...unlessExpress];
    test.for(rows)("%s is left alone to the byte", async ([_what, sent, make = page]) => {
      const handler = () => {
        throw make();
      };
      const before = await during(await driver.start(undefined, handler), (url) => send(url, sent));
      const use = async (url: string, reports: readonly ErrorReport[]) => {
        expect(comparable(await send(url, sent))).toEqual(comparable(before));
        expect(before.status).toBeGreaterThanOrEqual(400);
        expect(reports).toEqual([]);
      };
      await serve(driver, handler, use, { appliesTo: when });
    });
    proven(["ENV-1"], "its own paths are answered", async () => {
      const use = async (url: string) => {
        const received = await send(url, { path: "/methods/1", method: "DELETE" });
        expect(expectEnvelope(received).code).toBe("acme_method_not_allowed");
      };
      await serve(driver, undefined, use, { appliesTo: when });
    });
  });
});

/** A response without the time of day. h3 names the address, and each server has its own port. */
function comparable(received: Received): unknown {
  return { ...undated(received), body: received.body.replace(/127\.0\.0\.1:\d+/, "127.0.0.1") };
}
