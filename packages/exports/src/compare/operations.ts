import type { CatalogJson } from "../json/catalog-json.ts";
import { type OperationJson, operationKey } from "../json/operation-json.ts";
import type { Json } from "../json/plain.ts";
import type { Change, ChangeLevel } from "./change.ts";

/** Returns the differences between the operations of two descriptions. If only one of them has operations, they cannot be compared. */
export function operationChanges(before: CatalogJson, after: CatalogJson): Change[] {
  if (before.operations === undefined || after.operations === undefined) return notCompared(before, after);
  const [old, current] = [byKey(before.operations), byKey(after.operations)];
  const codes = new Set(after.codes.map(({ code }) => code));
  return [
    ...before.operations.flatMap((operation) =>
      current.has(operationKey(operation))
        ? []
        : [
            makeChange(
              "major",
              null,
              nameOperation(operation),
              null,
              `The operation ${nameOperation(operation)} is gone: clients that call it fail.`,
            ),
          ],
    ),
    ...after.operations.flatMap((operation) => {
      const then = old.get(operationKey(operation));
      return then === undefined
        ? [
            makeChange(
              "minor",
              null,
              null,
              nameOperation(operation),
              `The operation ${nameOperation(operation)} is new.`,
            ),
          ]
        : [...idChanges(then, operation), ...codeChanges(then, operation, codes)];
    }),
  ];
}

/** Says that the operations are on one side only. The level is the lowest, because nothing is known to have changed. */
function notCompared({ operations: old }: CatalogJson, { operations: current }: CatalogJson): Change[] {
  if (old === undefined && current === undefined) return [];
  const sentence =
    old === undefined
      ? "The stored description has no operations: they are not compared until it is stored again with them."
      : "The stored description has operations, and none were given: whether one is gone or has other codes is not known.";
  const [before, after] = [old?.length ?? null, current?.length ?? null];
  return [makeChange("patch", null, before, after, sentence)];
}

/** Indexes operations. A map, because an operation in external data may have any path. */
function byKey(operations: readonly OperationJson[]): ReadonlyMap<string, OperationJson> {
  return new Map(operations.map((operation) => [operationKey(operation), operation]));
}

function nameOperation({ method, path }: OperationJson): string {
  return `${method} ${path}`;
}

/** Makes a change of which operations there are, or of a code that one answers with. `null` stands for what is not there. */
function makeChange(level: ChangeLevel, code: string | null, before: Json, after: Json, sentence: string): Change {
  return { level, code, what: "operations", before, after, sentence };
}

/** Clients that are generated from an OpenAPI document name their functions by the id. */
function idChanges({ operation_id: was }: OperationJson, operation: OperationJson): Change[] {
  const { operation_id: is } = operation;
  if (was === is || was === null) return [];
  const now = is === null ? "has none" : `is ${JSON.stringify(is)}`;
  const sentence = `The operationId of ${nameOperation(operation)} was ${JSON.stringify(was)} and ${now}: generated clients name their functions by it.`;
  return [{ level: "major", code: null, what: "operation_id", before: was, after: is, sentence }];
}

/** Returns the changes of an operation's codes. That a code is gone from the catalog is reported separately. */
function codeChanges(before: OperationJson, after: OperationJson, codes: ReadonlySet<string>): Change[] {
  const name = nameOperation(after);
  const lost = before.codes.filter((code) => !after.codes.includes(code) && codes.has(code));
  const won = after.codes.filter((code) => !before.codes.includes(code));
  return [
    ...lost.map((code) => {
      const sentence = `The operation ${name} no longer answers with "${code}": a client's branch for it is never taken.`;
      return makeChange("minor", code, name, null, sentence);
    }),
    ...won.map((code) => {
      const sentence = `The operation ${name} also answers with "${code}": a client that has no branch for it goes by its type.`;
      return makeChange("minor", code, null, name, sentence);
    }),
  ];
}
