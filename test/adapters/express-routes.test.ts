import express5 from "express";
import { expect, test } from "vitest";
import { serveExpress } from "../support/express.ts";
import { send } from "../support/http.ts";

/** Where a router is mounted, a path below it, and the pattern that a report names. A path of the client's is none. */
const MOUNTS: readonly (readonly [mount: string | RegExp | string[], path: string, route: string | undefined])[] = [
  ["/api", "/api/x", "/api/x"],
  ["/api/", "/API/x", "/api/x"],
  ["/tenants/:id", "/tenants/17/x", "/tenants/:id/x"],
  ["/v:major", "/v3/x", "/v:major/x"],
  ["/", "/x", "/x"],
  [/^\/t\d+/, "/t17/x", undefined],
  [["/one", "/two"], "/two/x", undefined],
];

test.each(MOUNTS)("a route below %s is reported for %s as %s", async (mount, path, route) => {
  await serveExpress(
    express5,
    (app) => {
      const router = express5.Router();
      router.get("/x", () => {
        throw new Error("x");
      });
      app.use(mount, router);
    },
    async (url, reports) => {
      expect((await send(url, { path })).status).toBe(500);
      expect(reports.map((report) => report.route)).toEqual([route]);
    },
  );
});
