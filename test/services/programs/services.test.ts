import jsonwebtoken from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decoded } from "../../ecosystem/support/wire.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { booking } from "../booking/service.ts";
import { steps as stepsOfBooking } from "../booking/steps.ts";
import { shop } from "../shop/service.ts";
import { steps as stepsOfShop } from "../shop/steps.ts";
import { errorFields, headOf, linesOf, statusesOf, withoutArrivals } from "../support/compare.ts";
import { type Form, formOf, remove } from "../support/forms.ts";
import { NOBODY, neighbor } from "../support/neighbor.ts";
import { type Played, play, type Seen } from "../support/play.ts";
import type { Step } from "../support/steps.ts";

const tokenOf = (claims: object) => jsonwebtoken.sign(claims, "a secret for the tests");

const SERVICES = [
  { service: shop, steps: stepsOfShop(tokenOf) },
  { service: booking, steps: stepsOfBooking(tokenOf) },
];

const FORMS: readonly Form[] = ["bare", "report only", "adopted", "enforced"];

/** Whether the service answered with an error before it adopted the contract. */
function wasError(step: Step | undefined): boolean {
  return (step?.was ?? 200) >= 400;
}

describe.each(SERVICES)("$service.name", ({ service, steps }) => {
  const played = new Map<Form, Played>();
  const folders: string[] = [];

  beforeAll(async () => {
    const { url, close } = await neighbor();
    const env = { WAREHOUSE: url, WEATHER: url, CARRIER: NOBODY, NOBODY };
    const playForm = async (form: Form) => {
      const folder = await formOf(service, form);
      folders.push(folder);
      played.set(form, await play(`${folder}/${service.main}`, steps, env));
    };
    const results = await Promise.allSettled(FORMS.map(playForm));
    close();
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  });

  afterAll(() => folders.forEach(remove));

  const of = (form: Form): Played => {
    const one = played.get(form);
    if (one === undefined) throw new Error(`${form} was not played`);
    return one;
  };
  const seenIn = (form: Form, name: string): Seen => {
    const seen = of(form).seen.get(name);
    if (seen === undefined) throw new Error(`${form} did not answer ${name}`);
    return seen;
  };
  const successes = Object.entries(steps).filter(([, { was = 200, is }]) => was < 400 && is === undefined);
  const failures = Object.entries(steps).flatMap(([name, { is }]) => (is === undefined ? [] : [{ name, is }]));
  /** What each request of a list gives, by its name. */
  const each = <Value>(named: readonly string[], value: (name: string, step: Step) => Value) =>
    Object.fromEntries(named.map((name) => [name, value(name, steps[name] as Step)]));
  const all = Object.keys(steps);
  /**
   * The requests whose lines can be compared. A refused version reaches no logger of the service, and bare, a connection
   * that breaks is logged by its end.
   */
  const logged = all.filter((name) => steps[name]?.was !== 0 && !steps[name]?.isRefused);

  test("bare, it answers as the steps say", () => {
    expect(each(all, (name) => seenIn("bare", name).answer.status)).toEqual(each(all, (_name, { was = 200 }) => was));
    expect(successes.length).toBeGreaterThan(30);
    expect(failures.length).toBeGreaterThan(35);
  });

  test("a contract that only reports changes nothing", () => {
    const answers = (form: Form) =>
      each(all, (name, { varies }) => {
        const { answer } = seenIn(form, name);
        return { head: headOf(answer, varies), body: varies ? "" : decoded(answer), isWhole: answer.whole };
      });
    const logs = (form: Form) => each(all, (name) => withoutArrivals(seenIn(form, name).logged));
    expect(answers("report only")).toEqual(answers("bare"));
    expect(logs("report only")).toEqual(logs("bare"));
    expect(of("report only").counted).toEqual(of("bare").counted);
  });

  describe.each(["adopted", "enforced"] as const)("%s", (form) => {
    test.each(successes)("answers as before: %s", (name, { varies }) => {
      const [before, after] = [seenIn("bare", name).answer, seenIn(form, name).answer];
      expect(headOf(after, varies, true)).toEqual(headOf(before, varies));
      if (!varies) expect(after.body).toBe(before.body);
      expect(after.whole).toBe(before.whole);
    });

    test.each(failures)("answers with an envelope: $name", ({ name, is }) => {
      const { answer } = seenIn(form, name);
      if (steps[name]?.method === "HEAD") expect(answer.body).toBe("");
      else expectEnvelope({ ...answer, body: decoded(answer) }, [service.name]);
      if (form === "enforced") {
        expect(answer.status).toBe(is[0]);
        if (steps[name]?.method !== "HEAD") expect(JSON.parse(decoded(answer)).error.code).toBe(is[1]);
      }
    });

    test.each(failures.filter(({ name }) => wasError(steps[name])))(
      "keeps the header fields of the error: $name",
      ({ name }) => {
        const kept = errorFields(seenIn(form, name).answer);
        const lost = errorFields(seenIn("bare", name).answer).filter((field) => !kept.includes(field));
        expect(lost).toEqual([]);
      },
    );

    test("lets a page read that its version is refused", () => {
      const name = "a version that nobody serves";
      const { headers } = seenIn(form, name).answer;
      expect(headers["access-control-allow-origin"]).toBe(steps[name]?.headers?.["Origin"]);
    });

    test("logs each request as often as before", () => {
      const lines = (one: Form) => each(logged, (name) => linesOf(seenIn(one, name)));
      expect(lines(form)).toEqual(lines("bare"));
    });

    test("logs the status that the client gets, where it did so before", () => {
      const wrong = logged.flatMap((name) => {
        const [before, after] = [seenIn("bare", name), seenIn(form, name)];
        if (statusesOf(before).some((status) => status !== before.answer.status)) return [];
        // As long as the service's own handler answers, the contract may change its status after the logs have it.
        const right: readonly unknown[] =
          form === "adopted" ? [after.answer.status, before.answer.status] : [after.answer.status];
        return statusesOf(after)
          .filter((status) => !right.includes(status))
          .map((status) => `${name}: ${after.answer.status} is logged as ${status}`);
      });
      expect(wrong).toEqual([]);
    });

    test("counts each request once, with the status in the log", () => {
      const counts: Record<string, number> = {};
      for (const name of all) {
        for (const status of seenIn(form, name).logged["access"] ?? []) {
          counts[String(status)] = (counts[String(status)] ?? 0) + 1;
        }
      }
      expect(of(form).counted).toEqual(counts);
    });
  });
});
