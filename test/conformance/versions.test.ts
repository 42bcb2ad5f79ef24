import { DEFAULT_VERSIONS, VERSIONS } from "@uhp-errors/core";
import { describe, expect } from "vitest";
import { untypedError } from "../support/catalog.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { EXPECTED_VERSIONS, PUBLIC_VERSIONS, REQUEST_CODES, seenIn } from "../support/expected-codes.ts";
import { send } from "../support/http.ts";
import { proves, provesOn } from "../support/proves.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const ALL = { versions: VERSIONS };

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
  const proven = provesOn(driver.name);

  proven(["VER-1", "VER-5", "VER-6", "VER-7"], "each code is named as in the version of the request", async () => {
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
  });
});
