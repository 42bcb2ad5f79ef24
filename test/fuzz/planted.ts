import type { Invariant } from "./target.ts";

/** A defect that fuzzing must find. */
export interface Planted {
  readonly invariant: Invariant;
  /** The target that finds it. */
  readonly target: string;
  /** A path from the root of the repository. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

export const PLANTED: readonly Planted[] = [
  {
    invariant: "nothing private leaves",
    target: "messages",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "const looked = lookAt(text, settings.search());",
    to: "const looked = lookAt(text.slice(0, 40), settings.search());",
  },
  {
    invariant: "the event loop stays free",
    target: "redaction",
    file: "packages/core/src/redaction/finder.ts",
    from: "length = fallbacks[length] ?? 0;",
    to: "length = Math.max(1, fallbacks[length] ?? 0);",
  },
  {
    invariant: "memory returns to where it was",
    target: "messages",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "export function safeSentence(text: string, settings: Settings): SanitizedMessage {",
    to: "const kept: unknown[] = [];\nexport function safeSentence(text: string, settings: Settings): SanitizedMessage {\n  kept.push(Array(4_000).fill(0));",
  },
  {
    invariant: "a function throws only what it documents",
    target: "functions",
    file: "packages/core/src/untrusted/peek.ts",
    from: "isOfClass(value, key) ? read : undefined;\n  } catch {\n    return undefined;",
    to: "isOfClass(value, key) ? read : undefined;\n  } catch (failure) {\n    throw failure;",
  },
  {
    invariant: "a function changes nothing that it gets",
    target: "functions",
    file: "packages/client/src/parse.ts",
    from: 'const error = isRecord(value["error"]) ?',
    to: 'Reflect.set(value, "seen", true);\n    const error = isRecord(value["error"]) ?',
  },
  {
    invariant: "a message is one line",
    target: "rules",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "if (draft.text.length <= maxLength) return;",
    to: "if (draft.text.length <= maxLength + 100) return;",
  },
  {
    invariant: "saving work changes nothing",
    target: "rules",
    file: "packages/core/src/sanitizer/engine/look.ts",
    from: "if (place < next) continue;",
    to: "if (place <= next) continue;",
  },
  {
    invariant: "a scan finds each error",
    target: "sources",
    file: "packages/cli/src/scan/syntax.ts",
    from: ".filter(([field]) => !OTHER_FIELDS.has(field))",
    to: '.filter(([field]) => !OTHER_FIELDS.has(field) && field !== "finalizer")',
  },
  {
    invariant: "adoption writes sources, once",
    target: "sources",
    file: "packages/cli/src/adopt/imports.ts",
    from: "return { start: end, end, text: lines.map(",
    to: "return { start: end - 2, end: end - 2, text: lines.map(",
  },
];
