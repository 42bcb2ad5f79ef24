import { createClient, type Deprecation } from "@uhp-errors/client";
import { afterEach, expect, test, vi } from "vitest";
import { serving } from "../support/serving.ts";

const DATES = { Deprecation: "@1796083200", Sunset: "Tue, 01 Jun 2027 00:00:00 GMT" };
const [deprecation, sunset] = [new Date("2026-12-01"), new Date("2027-06-01")];

afterEach(() => vi.restoreAllMocks());

/** A service whose responses have these headers. */
const service = (headers: Readonly<Record<string, string>>, status = 200) =>
  serving((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end("{}");
  });

/** What a client says after two requests. */
async function said(headers: Readonly<Record<string, string>>, status?: number): Promise<readonly Deprecation[]> {
  const told: Deprecation[] = [];
  const { json } = createClient({
    baseUrl: await service(headers, status),
    maxAttempts: 1,
    onDeprecation: (one) => {
      told.push(one);
      throw new Error("a hook that throws");
    },
  });
  for (let time = 0; time < 2; time += 1) await json("/v1/harnesses").catch(() => {});
  return told;
}

const version = "2026-10-04";

test.each<[says: string, headers: Record<string, string>, status: number, told: readonly object[]]>([
  ["both dates", { "UHP-Version": version, ...DATES }, 200, [{ version, deprecation, sunset }]],
  ["both dates, on an error", { "UHP-Version": version, ...DATES }, 404, [{ version, deprecation, sunset }]],
  ["one date", { "UHP-Version": version, Sunset: DATES.Sunset }, 200, [{ version, deprecation: undefined, sunset }]],
  [
    "one date that is well-formed",
    { "UHP-Version": version, Deprecation: "true", Sunset: DATES.Sunset },
    200,
    [{ version, deprecation: undefined, sunset }],
  ],
  ["nothing", { "UHP-Version": version }, 200, []],
  ["nothing that is well-formed", { "UHP-Version": version, Deprecation: "@x", Sunset: "soon" }, 200, []],
  ["a date beyond all dates", { "UHP-Version": version, Deprecation: `@${"9".repeat(400)}` }, 200, []],
  ["another version", { "UHP-Version": "2026-09-12", ...DATES }, 400, []],
  ["no version", DATES, 200, []],
])("the hook is called once for %s", async (_says, headers, status, told) => {
  expect(await said(headers, status)).toEqual(told);
});

test("without a hook, the console shows one warning in the whole process", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const baseUrl = await service({ "UHP-Version": version, ...DATES });
  for (let time = 0; time < 2; time += 1) await createClient({ baseUrl }).json("/v1/harnesses");
  expect(warn.mock.calls).toEqual([
    [`${baseUrl} announces the end of UHP version ${version}, or of an address`, { version, deprecation, sunset }],
  ]);
});

test("the end of one address hides no other end", async () => {
  const paths = { "/old": { Deprecation: "@1" }, "/v1": DATES };
  const baseUrl = await serving((request, response) => {
    const dates = paths[request.url as keyof typeof paths];
    response.writeHead(200, { "Content-Type": "application/json", "UHP-Version": version, ...dates }).end("{}");
  });
  const told: Deprecation[] = [];
  const { json } = createClient({ baseUrl, onDeprecation: (one) => told.push(one) });
  for (const path of ["/old", "/v1", "/old"]) await json(path);
  expect(told).toEqual([
    { version, deprecation: new Date(1_000), sunset: undefined },
    { version, deprecation, sunset },
  ]);
});

test("a hook that is no function is refused", () => {
  expect(() => createClient({ baseUrl: "http://localhost", onDeprecation: true as never })).toThrow(
    "onDeprecation: expected a function",
  );
});
