import { ensureFound, ensureMemoryAccess } from "@uhp-errors/core";
import type { NotFoundCode } from "@uhp-errors/core/internal";
import { describe, expect } from "vitest";
import { undated } from "../support/comparable.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

/** Each kind of object that a caller may look up only if it is theirs, with the code for its absence. */
const KINDS: Readonly<Record<string, NotFoundCode>> = {
  harness: "harness_not_found",
  response: "response_not_found",
  session: "session_not_found",
  file: "file_not_found",
  environment: "environment_not_found",
};

const VERSIONS = ["2026-10-04", "2026-09-12"];

const asked = (version: string, which: string) => ({
  path: "/case",
  headers: { "UHP-Version": version, "x-request-id": "same", "x-which": which },
});

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  for (const [kind, code] of Object.entries(KINDS)) {
    proven(["AUT-4"], `a ${kind} that does not exist and one of another caller get the same bytes`, async () => {
      const stored = new Map([
        ["mine", { owner: "me", secret: "s3cret" }],
        ["theirs", { owner: "them", secret: "s3cret" }],
      ]);
      const handler: Handler = ({ context, reply }) => {
        const id = context().header("x-which") ?? "";
        const inScope = ({ owner }: { owner: string }) => owner === "me";
        const cause = stored.has(id) ? "out of scope" : "absent";
        reply(200, ensureFound(stored.get(id), code, { param: `${kind}_id`, inScope, cause }));
      };
      await serve(driver, handler, async (url, reports) => {
        expect(await send(url, asked("", "mine"))).toMatchObject({ status: 200 });
        for (const version of VERSIONS) {
          const absent = await send(url, asked(version, "nobody's"));
          const theirs = await send(url, asked(version, "theirs"));
          const { type, code: sent, param, detail } = expectEnvelope(absent);
          expect([absent.status, type, param, detail]).toEqual([404, "invalid_request_error", `${kind}_id`, null]);
          expect(sent).toBe(kind === "environment" && version === VERSIONS[1] ? `acme_${code}` : code);
          expect(undated(theirs)).toEqual(undated(absent));
        }
        // Only the report tells the two apart.
        const causes = reports.map(({ thrown }) => (thrown as Error).cause);
        expect(causes).toEqual(["absent", "out of scope", "absent", "out of scope"]);
      });
    });
  }

  proven(["AUT-5"], "a memory without a privilege gets the bytes of an absent one", async () => {
    const memories: Readonly<Record<string, readonly string[]>> = {
      theirs: [],
      visible: ["read"],
      mine: ["read", "write"],
    };
    const handler: Handler = ({ context, reply }) => {
      const grants = memories[context().header("x-which") ?? ""];
      const privileges = grants ?? [];
      ensureMemoryAccess(
        { exists: grants !== undefined, visible: privileges.length > 0, allowed: privileges.includes("write") },
        { param: "memory_id" },
      );
      reply(200, { ok: true });
    };
    await serve(driver, handler, async (url) => {
      expect(await send(url, asked("", "mine"))).toMatchObject({ status: 200 });
      for (const version of VERSIONS) {
        const prefix = version === VERSIONS[1] ? "acme_" : "";
        const absent = await send(url, asked(version, "nobody's"));
        expect([absent.status, expectEnvelope(absent).code]).toEqual([404, `${prefix}memory_not_found`]);
        expect(undated(await send(url, asked(version, "theirs")))).toEqual(undated(absent));
        const visible = await send(url, asked(version, "visible"));
        const { type, code } = expectEnvelope(visible);
        expect([visible.status, type, code]).toEqual([403, "permission_error", `${prefix}memory_forbidden`]);
        expect(visible.headers["www-authenticate"]).toBeUndefined();
      }
    });
  });
});
