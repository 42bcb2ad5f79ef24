import { constantAt } from "./source.ts";

/** A limit: what it bounds, what happens beyond it, and where its number is defined. */
interface Limit {
  readonly of: string;
  readonly is: string;
  /** Empty for a plain count. If it is KiB, the constant is in bytes. */
  readonly unit: string;
  readonly beyond: string;
}

const LIMITS: readonly Limit[] = [
  {
    of: "a message that is sent",
    is: "core/src/sanitizer/engine/settings.ts#DEFAULT_LENGTH",
    unit: "characters",
    beyond: "it is cut; `maxLength` of the sanitizer sets another limit",
  },
  {
    of: "a message that the sanitizer reads",
    is: "core/src/sanitizer/engine/message.ts#READ_LENGTH",
    unit: "characters",
    beyond: "the rest is dropped",
  },
  { of: "levels of `detail`", is: "core/src/errors/detail.ts#MAX_DEPTH", unit: "", beyond: "`[truncated]`" },
  { of: "elements of a list in `detail`", is: "core/src/errors/detail.ts#MAX_LIST", unit: "", beyond: "`[truncated]`" },
  { of: "values in a `detail`", is: "core/src/errors/detail.ts#MAX_VALUES", unit: "", beyond: "the rest is left out" },
  {
    of: "a string in `detail`",
    is: "core/src/errors/detail.ts#MAX_STRING",
    unit: "characters",
    beyond: "it is cut, with `[truncated]`",
  },
  {
    of: "all strings and keys of a `detail`",
    is: "core/src/cleaning/safe-detail.ts#MAX_TEXT",
    unit: "characters",
    beyond: "it is cut, with `[truncated]`",
  },
  {
    of: "a key in `detail`",
    is: "core/src/errors/detail.ts#MAX_KEY",
    unit: "characters",
    beyond: "the key is left out",
  },
  {
    of: "issues of one failed validation",
    is: "core/src/recognize/validation/issues.ts#MAX_ISSUES",
    unit: "",
    beyond: "the rest is left out",
  },
  {
    of: "names in a `param`",
    is: "core/src/errors/param.ts#MAX_SEGMENTS",
    unit: "",
    beyond: "the rest is left out",
  },
  {
    of: "an error that other code writes",
    is: "core/src/http/envelope-start.ts#MAX_ENVELOPE_BYTES",
    unit: "KiB",
    beyond: "it is replaced without being read to its end",
  },
  {
    of: "a replaced body in a report",
    is: "core/src/pipeline/intercepted.ts#REPORTED_BODY",
    unit: "characters",
    beyond: "it is cut",
  },
  {
    of: "an `Allow` header",
    is: "core/src/http/allow.ts#MAX_LENGTH",
    unit: "characters",
    beyond: "it is not taken over",
  },
  {
    of: "a wait in `Retry-After`",
    is: "core/src/untrusted/seconds.ts#MAX_SECONDS",
    unit: "seconds",
    beyond: "it counts as this much",
  },
  {
    of: "a wait of another service",
    is: "core/src/recognize/upstream/stated-wait.ts#LONGEST",
    unit: "seconds",
    beyond: "it is not taken over",
  },
  {
    of: "silence of an event stream, by default",
    is: "core/src/stream/writer.ts#DEFAULT_SILENCE",
    unit: "ms",
    beyond: "a comment is sent; `keepAliveMs` sets another time",
  },
  {
    of: "silence of an event stream, at most",
    is: "core/src/stream/writer.ts#LONGEST_SILENCE",
    unit: "ms",
    beyond: "a longer `keepAliveMs` counts as this",
  },
];

/** Returns the rows of the table of limits, with the numbers of the constants. */
export function limitRows(): readonly string[] {
  return LIMITS.map(({ of, is, unit, beyond }) => {
    const number = constantAt(is);
    const shown = unit === "KiB" ? number / 1_024 : number;
    return `| ${of} | ${`${shown.toLocaleString("en-US")} ${unit}`.trim()} | ${beyond} |`;
  });
}
