import { audits } from "@uhp-errors/conformance";
import { isRecord } from "@uhp-errors/core/internal";

export type Baseline = ReadonlyMap<string, string>;

/**
 * Reads the content of a baseline file: an object with a reason for each id.
 *
 * @throws TypeError for another shape, and for an id that no audit has.
 */
export function readBaseline(value: unknown): Baseline {
  if (!isRecord(value))
    throw new TypeError('expected an object with a reason for each id, such as { "AUT05": "until March" }');
  const ids = new Set(audits({ url: "http://127.0.0.1" }).map(({ id }) => id));
  const entries = Object.entries(value);
  for (const [id, reason] of entries) {
    if (!ids.has(id)) throw new TypeError(`there is no audit ${JSON.stringify(id)}`);
    if (typeof reason !== "string" || reason.trim() === "")
      throw new TypeError(`expected a reason for ${id}, as a string`);
  }
  return new Map(entries as [string, string][]);
}
