import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { APPS, type AppName } from "./program/apps.ts";
import { RUNTIMES } from "./runtimes.ts";
import { seenBy, Tries } from "./tries.ts";

/** The exchanges that read the upload, by name. */
const READERS = ["JSON that does not parse", "a failure after a text was read", "a form that is none"];

describe.each(RUNTIMES)("$name", (runtime) => {
  describe.each(Object.keys(APPS) as AppName[])("%s", (app) => {
    const tries = new Tries(runtime, app, {});
    for (const exchange of READERS) {
      tries.try(`lost upload: ${exchange}`, "is reported as aborted, once", { exchange }, async (url) => {
        await leaveWhileSending(new URL(url));
        let reports = (await seenBy(url)).reports;
        while (reports.length === 0) {
          await wait(10);
          reports = (await seenBy(url)).reports;
        }
        expect(reports).toMatchObject([{ outcome: "aborted" }]);
      });
    }
  });
});

/** Sends a part of a body and hangs up. */
async function leaveWhileSending({ hostname, port }: URL): Promise<void> {
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    "POST /case HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100\r\n\r\n--b",
  );
  // By then, the handler has to be reading.
  await wait(50);
  socket.destroy();
  await once(socket, "close");
}
