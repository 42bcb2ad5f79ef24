import { describe, expect, test } from "vitest";
import { EXPRESS_FRAMEWORKS, serveExpress } from "../support/express.ts";
import { send } from "../support/http.ts";

/** Where a router is mounted, a path beneath it, and the pattern that a report names. A path that the client chose is no pattern. */
const MOUNTS: readonly (readonly [mount: string | RegExp | string[], path: string, route: string | undefined])[] = [
  ["/api", "/api/x", "/api/x"],
  ["/api/", "/API/x", "/api/x"],
  ["/tenants/:id", "/tenants/17/x", "/tenants/:id/x"],
  ["/v:major", "/v3/x", "/v:major/x"],
  ["/", "/x", "/x"],
  [/^\/t\d+/, "/t17/x", undefined],
  [/^\/g(\d+)/, "/g17/x", undefined],
  [["/one", "/two"], "/two/x", undefined],
  ["/a.b-c", "/a.b-c/x", "/a.b-c/x"],
  ["/tenants/:id/notes/:note", "/tenants/17/NOTES/17/x", "/tenants/:id/notes/:note/x"],
];

/** Patterns that Express 5 no longer accepts. */
const MOUNTS_OF_4: typeof MOUNTS = [
  ["/:page?/of", "/3/of/x", "/:page?/of/x"],
  ["/of/:page?", "/of/3/x", "/of/:page?/x"],
  ["/n/:id(\\d+)", "/n/17/x", "/n/:id/x"],
  ["/pre-:a.:b", "/pre-A.B/x", "/pre-:a.:b/x"],
  ["/ab+c", "/abbc/x", undefined],
];

describe.each(EXPRESS_FRAMEWORKS)("%s", (name, express) => {
  const mounts = name === "express4" ? [...MOUNTS, ...MOUNTS_OF_4] : MOUNTS;
  test.each(mounts)("a route below %s is reported for %s as %s", async (mount, path, route) => {
    await serveExpress(
      express,
      (app) => {
        const router = express.Router();
        router.get("/x", () => {
          throw new Error("x");
        });
        app.use(mount as string, router);
      },
      async (url, reports) => {
        expect((await send(url, { path })).status).toBe(500);
        expect(reports.map((report) => report.route)).toEqual([route]);
      },
    );
  });
});
