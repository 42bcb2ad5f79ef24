import type { AnyCatalog } from "@uhp-errors/core";
import { type CatalogJson, type CodeJson, type JsonOptions, toJson } from "../json/catalog-json.ts";
import type { Json } from "../json/plain.ts";
import { readCatalogJson } from "../json/read.ts";
import { escapeHidden } from "../json/visible.ts";
import type { Change, ChangeLevel } from "./change.ts";
import { codeChanges, describeValue } from "./facts.ts";
import { operationChanges } from "./operations.ts";

const ORDER: readonly ChangeLevel[] = ["major", "minor", "patch"];

/**
 * Returns the changes in a catalog since its description was stored: the most severe first, then in the order of the codes. The list is
 * empty if nothing changed.
 *
 * @param oldJson The earlier output of {@link toJson}: as a string, as bytes, or as the parsed value.
 * @param options The operations as they are now. If only they or only the stored description has operations, one change says so.
 * @throws TypeError that names the first place where `oldJson` does not fit `CATALOG_SCHEMA`, or an operation that `toJson` refuses.
 * @example
 * const breaking = compare(readFileSync("acme-errors.json", "utf8"), acme).filter(({ level }) => level === "major");
 */
export function compare(oldJson: unknown, catalog: AnyCatalog, options: JsonOptions = {}): Change[] {
  const before = readCatalogJson(oldJson);
  const after = toJson(catalog, options);
  const old = byCode(before);
  const current = byCode(after);
  const changes = [
    ...compareWhole(before, after),
    ...before.codes.flatMap((code) => (current.has(code.code) ? [] : [goneCode(code)])),
    ...after.codes.flatMap((code) => {
      const then = old.get(code.code);
      return then === undefined ? [newCode(code)] : codeChanges(then, code, before.versions);
    }),
    ...operationChanges(before, after),
  ];
  const printable = changes.map((change) => ({ ...change, sentence: escapeHidden(change.sentence) }));
  return ORDER.flatMap((level) => printable.filter((change) => change.level === level));
}

/** Indexes codes by name. A map, because a code in external data may have any name. */
function byCode({ codes }: CatalogJson): ReadonlyMap<string, CodeJson> {
  return new Map(codes.map((code) => [code.code, code]));
}

function compareWhole(before: CatalogJson, after: CatalogJson): Change[] {
  const [was, is] = [before.vendor, after.vendor];
  const vendor = `The vendor was ${describeValue(was)} and is ${describeValue(is)}: the codes that every service makes up have another prefix.`;
  const whole = (level: ChangeLevel, what: string, old: Json, current: Json, sentence: string): Change => {
    return { level, code: null, what, before: old, after: current, sentence };
  };
  return [
    ...(was === is ? [] : [whole("major", "vendor", was, is, vendor)]),
    ...before.versions.flatMap((version) => {
      const sentence = `Version ${version} of the protocol is gone: clients that ask for it are refused.`;
      return after.versions.includes(version) ? [] : [whole("major", "versions", version, null, sentence)];
    }),
    ...after.versions.flatMap((version) => {
      const sentence = `Version ${version} of the protocol is new.`;
      return before.versions.includes(version) ? [] : [whole("minor", "versions", null, version, sentence)];
    }),
  ];
}

function goneCode({ code }: CodeJson): Change {
  const sentence = `The code "${code}" is gone: code that throws it or checks for it breaks.`;
  return { level: "major", code, what: "code", before: code, after: null, sentence };
}

function newCode({ code }: CodeJson): Change {
  const sentence = `The code "${code}" is new: a client that does not know it goes by its type.`;
  return { level: "minor", code, what: "code", before: null, after: code, sentence };
}
