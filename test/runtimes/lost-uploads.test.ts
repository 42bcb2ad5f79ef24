import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, vi } from "vitest";
import { APPS, type AppName } from "./program/apps.ts";
import { RUNTIMES } from "./runtimes.ts";
import { seenBy, Tries } from "./tries.ts";

/** The exchanges that read the upload, by name. */
const READERS = ["JSON that does not parse", "a failure after a text was read", "a form that is none"];

const PATIENT = { timeout: 20_000, interval: 10 };

describe.each(RUNTIMES)("$name", (runtime) => {
  describe.each(Object.keys(APPS) as AppName[])("%s", (app) => {
    const tries = new Tries(runtime, app, {});
    for (const exchange of READERS) {
      tries.try(`lost upload: ${exchange}`, "is reported as aborted, once", { exchange }, async (url) => {
        await leaveWhileSending(url);
        const reports = await vi.waitFor(async () => {
          const seen = await seenBy(url);
          expect(seen.reports).not.toEqual([]);
          return seen.reports;
        }, PATIENT);
        expect(reports).toMatchObject([{ outcome: "aborted" }]);
      });
    }
  });
});

/** Sends a part of a body, and hangs up once the handler reads. */
async function leaveWhileSending(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    "POST /case HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100\r\n\r\n--b",
  );
  await vi.waitFor(async () => expect((await seenBy(url)).isAsked).toBe(true), PATIENT);
  socket.destroy();
  await once(socket, "close");
}
