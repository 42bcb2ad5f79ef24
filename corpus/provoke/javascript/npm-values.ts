import { about, type Loose, load, type Provocation } from "./tools.ts";

const semver = load("semver");
const { DateTime, Duration, Interval } = load("luxon");
const { Decimal } = load("decimal.js");
const Big = load("big.js");
const { CronExpressionParser } = load("cron-parser");
const { Address4, Address6 } = load("ip-address");
const { LRUCache } = load("lru-cache");
const dates = load("date-fns");

/** Messages of numbers, dates and other values. */
export const provocations: Provocation[] = [
  ...about("semver", {
    version: () => new semver.SemVer("4.2"),
    range: () => new semver.Range(">=four"),
    type: () => new semver.SemVer(42),
    long: () => new semver.SemVer("1".repeat(300)),
    increment: () => new semver.SemVer("1.2.3").inc("huge"),
    comparator: () => new semver.Comparator("~~1"),
  }),
  ...about("luxon", {
    unit: () => DateTime.now().plus({ fortnights: 1 }),
    duration: () => Duration.fromObject({ hours: "two" }),
    interval: () => Interval.fromDateTimes("x", "y"),
    zone: () => {
      load("luxon").Settings["throwOnInvalid"] = true as unknown as Loose;
      return DateTime.fromISO("2026-04-31");
    },
    "zone-name": () => DateTime.local({ zone: "Europe/Berln" }),
    format: () => DateTime.fromFormat("April 2026", "yyyy-MM"),
    mix: () => DateTime.fromObject({ year: 2026, ordinal: 12, month: 3 }),
  }),
  ...about("date-fns", {
    range: () => dates.format(new Date(Number.NaN), "yyyy"),
    token: () => dates.format(new Date(0), "YYYY"),
    letter: () => dates.format(new Date(0), "yyyy-MM-dd'T'n"),
    interval: () => dates.formatISO("never"),
    digits: () => dates.parseISO("2026", { additionalDigits: 7 }) && dates.format(Number.NaN, "P"),
  }),
  ...about("decimal.js", {
    value: () => new Decimal("12,50"),
    precision: () => new Decimal(1).toPrecision(-1),
    setting: () => Decimal.set({ precision: 0 }),
  }),
  ...about("big.js", {
    value: () => new Big("12,50"),
    division: () => new Big(1).div(0),
    places: () => new Big(1).round(-1e9),
    root: () => new Big(-1).sqrt(),
  }),
  ...about("cron-parser", {
    field: () => CronExpressionParser.parse("61 * * * *"),
    value: () => CronExpressionParser.parse("* * * * tuesday-ish"),
    fields: () => CronExpressionParser.parse("* * * * * * * *"),
    day: () => CronExpressionParser.parse("0 0 31 2 *").next(),
    type: () => CronExpressionParser.parse("@never"),
  }),
  ...about("ip-address", {
    v4: () => new Address4("example"),
    v6: () => new Address6("example"),
    mask: () => new Address4("8.8.8.8/64"),
    private: () => new Address4("10.0.0.256"),
    group: () => new Address6("fd00::12345"),
  }),
  ...about("lru-cache", {
    limit: () => new LRUCache({}),
    size: () => new LRUCache({ maxSize: 10, max: 2 }).set("a", 1),
    ttl: () => new LRUCache({ max: -1 }),
    sized: () => new LRUCache({ max: 2, maxSize: 5, sizeCalculation: () => 0 }).set("a", 1),
    fetch: () => new LRUCache({ max: 1, fetchMethod: 3 }),
  }),
];
