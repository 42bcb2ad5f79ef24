import { type AnyCatalog, VERSIONS, type Version } from "@uhp-errors/core";
import { codeForVersion, isRecord } from "@uhp-errors/core/internal";
import { exampleEnvelope } from "../codes/example.ts";
import { RETRIES } from "../codes/retries.ts";
import { answersRequests, NEWEST, type Row, rowsIn } from "../codes/rows.ts";
import { type JsonObject, readOwn } from "../json/plain.ts";
import { escapeHidden, visibleJson } from "../json/visible.ts";

/** The options of {@link toMarkdown} and {@link toHtml}. */
export interface ReferenceOptions {
  /** The version whose names of codes are shown. Defaults to the newest. */
  readonly version?: Version;
  /** The heading of the page. */
  readonly title?: string;
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Everything that a reference says about one code. Strings may have code between backticks. */
export interface Entry {
  readonly name: string;
  /** The name in other versions, if it differs. It is an anchor too, because `docsUrl` may lead there. */
  readonly otherName: string | undefined;
  readonly status: string;
  readonly when: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly fields: readonly Field[];
  readonly example: string;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Page {
  readonly title: string;
  readonly version: string;
  readonly groups: readonly Group[];
}

const PLACES: Readonly<Record<Row["places"][number], string>> = {
  request: "the answer to a request",
  failed_task: "the response object of a failed task",
  cancelled_task: "the response object of a cancelled task",
  stream: "the last events of a stream",
};

/**
 * Returns the content of a reference, with the vendors' own codes first, because readers come for these.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 */
export function makePage(catalog: AnyCatalog, { version = NEWEST, title }: ReferenceOptions): Page {
  const rows = rowsIn(catalog, version);
  const group = (id: string, heading: string, origin: Row["origin"]): Group => ({
    id,
    title: heading,
    entries: rows.filter((row) => row.origin === origin).map((row) => makeEntry(row, catalog)),
  });
  const groups = [
    group("own-codes", "Our own codes", "vendor"),
    group("specification", "Codes of the specification", "specification"),
    group("built-in", "Codes of every service", "built_in"),
  ];
  return {
    title: prose(title ?? `Error codes of ${catalog.vendor}`),
    version,
    groups: groups.filter(({ entries }) => entries.length > 0),
  };
}

function makeEntry(row: Row, catalog: AnyCatalog): Entry {
  const { name, when, type, places, retry, message, detail } = row;
  const other = nameElsewhere(row, catalog);
  const status = row.status.join(" or ");
  return {
    name,
    otherName: other?.name,
    status,
    when: prose(when),
    facts: [
      ["Status", status],
      ["Type", `\`${type}\``],
      ["Appears in", places.map((place) => PLACES[place]).join(", ")],
      ["Retry", RETRIES[retry.rule]],
      ["Message", prose(message)],
      ...(other ? [[`In ${other.versions.join(", ")}`, `\`${other.name}\``] as const] : []),
    ],
    fields: detail === null ? [] : listFields(detail),
    example: visibleJson(writeExample(row), 2),
  };
}

function prose(text: string): string {
  return escapeHidden(text.replace(/\s+/g, " ").trim());
}

/** Makes an example of an error in a body: in an envelope, or in the response object of a task. */
function writeExample(row: Row): JsonObject {
  const envelope = exampleEnvelope(row);
  if (answersRequests(row)) return envelope;
  return { status: row.places.includes("failed_task") ? "failed" : "cancelled", ...envelope };
}

/** Returns the name under which clients of other versions see a code, if it differs. */
function nameElsewhere({ code, name, since }: Row, { vendor }: AnyCatalog) {
  const versions = VERSIONS.filter((version) => codeForVersion(code, since as Version, version, vendor) !== name);
  const [version] = versions;
  return version && { versions, name: codeForVersion(code, since as Version, version, vendor) };
}

function listFields(detail: JsonObject): Field[] {
  const properties = readOwn(detail, "properties");
  const required = readOwn(detail, "required");
  if (!isRecord(properties)) return [];
  return Object.entries(properties as JsonObject).map(([name, field]) => ({
    name: escapeHidden(name),
    type: isRecord(field) ? describeType(field as JsonObject) : "anything",
    isRequired: Array.isArray(required) && required.includes(name),
    description: isRecord(field) ? prose(String(readOwn(field as JsonObject, "description") ?? "")) : "",
  }));
}

const BOUNDS: readonly (readonly [keyword: string, words: string, unit: string])[] = [
  ["minimum", "at least", ""],
  ["exclusiveMinimum", "more than", ""],
  ["maximum", "at most", ""],
  ["exclusiveMaximum", "less than", ""],
  ["minLength", "at least", "character"],
  ["maxLength", "at most", "character"],
  ["minItems", "at least", "item"],
  ["maxItems", "at most", "item"],
];

/** Describes a type in words: `integer, at least 0`. */
function describeType(schema: JsonObject): string {
  const values = readOwn(schema, "enum");
  if (Array.isArray(values)) return `one of ${values.map((value) => `\`${visibleJson(value)}\``).join(", ")}`;
  const constant = readOwn(schema, "const");
  if (constant !== undefined) return `\`${visibleJson(constant)}\``;
  const types = [readOwn(schema, "type") ?? "anything"].flat().map(String);
  const items = readOwn(schema, "items");
  const named = types.map((type) =>
    type === "array" && isRecord(items) ? `list of ${describeType(items as JsonObject)}` : type,
  );
  const format = readOwn(schema, "format");
  const bounds = BOUNDS.flatMap(([keyword, words, unit]) => {
    const bound = readOwn(schema, keyword);
    return typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER
      ? [[words, bound, unit && `${unit}${bound === 1 ? "" : "s"}`].join(" ").trim()]
      : [];
  });
  return [named.join(" or "), ...(typeof format === "string" ? [prose(format)] : []), ...bounds].join(", ");
}
