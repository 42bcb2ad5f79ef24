/** The share of its full size that each property, script and crowd runs: a tenth in `pnpm test`, all of it in `.ci/nightly length`. */
const EFFORT = Number(process.env["EFFORT"] ?? 0.1);
if (!(EFFORT > 0)) throw new TypeError(`EFFORT: expected a number above 0, got ${process.env["EFFORT"]}`);

/** How many of `full` cases this run tries. `EFFORT=50 pnpm test properties` tries fifty times `full`. */
export function sized(full: number): number {
  return Math.max(1, Math.round(full * EFFORT));
}

/** As many items of a list as {@link sized} allows, spread evenly over it. */
export function sampled<Item>(list: readonly Item[]): readonly Item[] {
  const step = Math.max(1, Math.floor(list.length / sized(list.length)));
  return list.filter((_, index) => index % step === 0);
}
