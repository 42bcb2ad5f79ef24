import { hash, random } from "./random.ts";
import { cloud } from "./secrets/cloud.ts";
import { development } from "./secrets/development.ts";
import { generic } from "./secrets/generic.ts";
import { models } from "./secrets/models.ts";
import { plain } from "./secrets/plain.ts";
import { services } from "./secrets/services.ts";
import type { Maker } from "./secrets/shape.ts";
import { webhooks } from "./secrets/webhooks.ts";

const MAKERS: ReadonlyMap<string, Maker> = new Map(
  [generic, cloud, development, services, models, webhooks, plain].flatMap((makers) => Object.entries(makers)),
);

const FILTERS: ReadonlyMap<string, (value: string) => string> = new Map([
  ["encodeURIComponent", encodeURIComponent],
  ["base64", btoa],
  ["jsonString", (value: string) => JSON.stringify(value).slice(1, -1)],
]);

/** The invented secret of a name and a seed, always the same one; throws a RangeError on an unknown name. */
export function secret(name: string, seed: number): string {
  const make = MAKERS.get(name);
  if (make === undefined) throw new RangeError(`Unknown secret: ${name}`);
  return make(random(hash(`${name}:${seed}`)));
}

/**
 * The text with each template `{{name:seed}}` or `{{name:seed|filter}}` replaced by its secret, written as the filter
 * (encodeURIComponent, base64 or jsonString) writes it. Other text in double braces stays; a template with an unknown
 * name or filter throws a RangeError.
 */
export function expand(text: string): string {
  return text.replace(/\{\{(\w+):(-?\d+)(?:\|(\w+))?\}\}/g, (_, name: string, seed: string, filter?: string) => {
    const value = secret(name, Number(seed));
    if (filter === undefined) return value;
    const write = FILTERS.get(filter);
    if (write === undefined) throw new RangeError(`Unknown filter: ${filter}`);
    return write(value);
  });
}
