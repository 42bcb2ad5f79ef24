import { DEFAULT_VERSIONS, VERSIONS } from "@uhp-errors/core";
import { describe, expect } from "vitest";
import { acme, untypedError } from "../support/catalog.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { EXPECTED_VERSIONS, PUBLIC_VERSIONS, REQUEST_CODES, seenIn } from "../support/expected-codes.ts";
import { send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const ALL = { versions: VERSIONS };
const NEWEST_FIRST = PUBLIC_VERSIONS.toReversed();

/** Throws the code that the request names. */
const raising: Handler = ({ context }) => {
  const code = context().header("x-code") ?? "";
  throw untypedError(code, { detail: REQUEST_CODES.find((expected) => expected.code === code)?.detail });
};

describe("the known versions", () => {
  proves(["VER-1"], "are those of the public protocol, and two of them are served by default", () => {
    expect([VERSIONS, DEFAULT_VERSIONS]).toEqual([PUBLIC_VERSIONS, EXPECTED_VERSIONS]);
  });
});

describe.each(DRIVERS)("$name", (driver) => {
  proves(
    ["VER-1", "VER-5", "VER-6", "VER-7"],
    "a service of all versions names each code as the version of the request names it",
    async () => {
      await serve(
        driver,
        raising,
        async (url) => {
          for (const version of PUBLIC_VERSIONS) {
            for (const expected of REQUEST_CODES) {
              const { code, status, type, detail = null } = expected;
              const headers = { "UHP-Version": version, "x-code": code };
              const received = await send(url, { path: "/case", headers });
              expect(expectEnvelope(received), `${code} in ${version}`).toMatchObject({
                code: seenIn(version, expected),
                type,
                detail,
              });
              expect([received.status, received.headers["uhp-version"]]).toEqual([status, version]);
            }
          }
        },
        ALL,
      );
    },
    driver.name,
  );

  proves(
    ["VER-5", "VER-7"],
    "a code that was written by hand is named as the version of the request names it",
    async () => {
      const error = { ...acme.error("memory_busy").toJSON() };
      await serve(
        driver,
        ({ reply }) => reply(409, { error }),
        async (url) => {
          const codes: unknown[] = [];
          for (const version of PUBLIC_VERSIONS) {
            const received = await send(url, { path: "/case", headers: { "UHP-Version": version } });
            codes.push(expectEnvelope(received).code);
          }
          expect(codes).toEqual(["acme_memory_busy", "acme_memory_busy", "acme_memory_busy", "memory_busy"]);
        },
        ALL,
      );
    },
    driver.name,
  );

  proves(
    ["VER-3", "VER-4", "VER-7"],
    "the newest version is the default, and a refusal lists them all",
    async () => {
      await serve(
        driver,
        raising,
        async (url) => {
          const unasked = await send(url, { path: "/case", headers: { "x-code": "memory_busy" } });
          expect(unasked.headers["uhp-version"]).toBe(NEWEST_FIRST[0]);
          const refused = await send(url, { path: "/case", headers: { "UHP-Version": "1999-01-01" } });
          expect(expectEnvelope(refused).detail).toEqual({ supported: NEWEST_FIRST });
        },
        ALL,
      );
    },
    driver.name,
  );

  proves(
    ["VER-3"],
    "a service that lists no versions refuses the two that are not the contract's",
    async () => {
      await serve(driver, raising, async (url) => {
        for (const version of PUBLIC_VERSIONS.filter((one) => !EXPECTED_VERSIONS.includes(one as never))) {
          const received = await send(url, { path: "/case", headers: { "UHP-Version": version } });
          expect(expectEnvelope(received)).toMatchObject({
            code: "unsupported_protocol_version",
            detail: { supported: EXPECTED_VERSIONS.toReversed() },
          });
        }
      });
    },
    driver.name,
  );
});
