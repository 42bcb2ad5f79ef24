// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code.

/** A mutant that may survive. */
export interface Survivor {
  readonly file: string;
  /** The line in which it begins, trimmed. */
  readonly line: string;
  readonly mutator: string;
  /** The code that is replaced, with each run of white space as one space. */
  readonly original: string;
  readonly replacement: string;
  /** Why no test can tell the two apart. */
  readonly reason: string;
}

export const SURVIVORS: readonly Survivor[] = [
  {
    file: "packages/core/src/untrusted/escapes.ts",
    line: "if (codes.length === 1) return String.fromCharCode(...codes);",
    mutator: "ConditionalExpression",
    original: "codes.length === 1",
    replacement: "false",
    reason: "Only faster: a decoder gives the same.",
  },
  {
    file: "packages/core/src/errors/detail.ts",
    line: "default:",
    mutator: "ConditionalExpression",
    original: "default: return undefined;",
    replacement: "default:",
    reason: "The end of the function returns the same.",
  },
  {
    file: "packages/core/src/errors/envelope-writer.ts",
    line: "if (message === this.#message && param === null && detail === null) return this.#plain;",
    mutator: "ConditionalExpression",
    original: "message === this.#message && param === null && detail === null",
    replacement: "false",
    reason: "Only faster: what follows gives the same.",
  },
  {
    file: "packages/core/src/errors/envelope-writer.ts",
    line: "return text.length * 3 <= ROOM.length ? ENCODER.encodeInto(text, ROOM).written : ENCODER.encode(text).length;",
    mutator: "ConditionalExpression",
    original: "text.length * 3 <= ROOM.length",
    replacement: "false",
    reason: "Only faster: what follows gives the same.",
  },
  {
    file: "packages/core/src/errors/envelope-writer.ts",
    line: "return text.length * 3 <= ROOM.length ? ENCODER.encodeInto(text, ROOM).written : ENCODER.encode(text).length;",
    mutator: "EqualityOperator",
    original: "text.length * 3 <= ROOM.length",
    replacement: "text.length * 3 < ROOM.length",
    reason: "Only faster: what follows gives the same.",
  },
  {
    file: "packages/core/src/errors/envelope.ts",
    line: 'if (typeof body === "string" && !/"param"|\\\\u/.test(body)) return undefined;',
    mutator: "ConditionalExpression",
    original: 'typeof body === "string" && !/"param"|\\\\u/.test(body)',
    replacement: "false",
    reason: "Only faster: a text that may be an envelope is parsed, and then read as strictly.",
  },
  {
    file: "packages/core/src/errors/envelope.ts",
    line: 'if (typeof body === "string" && !/"param"|\\\\u/.test(body)) return undefined;',
    mutator: "StringLiteral",
    original: '"string"',
    replacement: '""',
    reason: "Only faster: a text that may be an envelope is parsed, and then read as strictly.",
  },
  {
    file: "packages/core/src/errors/param.ts",
    line: 'return typeof name === "string" || typeof name === "number" ? String(name) : "";',
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    reason: "A name with spaces ends the path, as an empty one does.",
  },
  {
    file: "packages/core/src/http/request-context.ts",
    line: "return context[name]?.(given as never);",
    mutator: "OptionalChaining",
    original: "context[name]?.(given as never)",
    replacement: "context[name](given as never)",
    reason: "Only faster: calling what is missing throws, and the line after it returns the same.",
  },
  {
    file: "packages/core/src/http/header-fields.ts",
    line: '["dropped", [...REPRESENTATION_HEADERS, ...(drop ?? [])]],',
    mutator: "ArrayDeclaration",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "No header has such a name, and what is no object is refused first.",
  },
  {
    file: "packages/core/src/http/header-fields.ts",
    line: '["kept", keep ?? []],',
    mutator: "ArrayDeclaration",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "No header has such a name, and what is no object is refused first.",
  },
  {
    file: "packages/core/src/http/error-headers.ts",
    line: "const isDropped = nameMatcher(drop ?? []);",
    mutator: "ArrayDeclaration",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "No header has such a name, and what is no object is refused first.",
  },
  {
    file: "packages/core/src/pipeline/protocols.ts",
    line: "if (!OWN_TYPE.test(type) && !OWN_BODY.test(body)) return undefined;",
    mutator: "ConditionalExpression",
    original: "!OWN_TYPE.test(type) && !OWN_BODY.test(body)",
    replacement: "false",
    reason: "Only faster: no protocol matches what is left out.",
  },
  {
    file: "packages/core/src/sanitizer/engine/redact.ts",
    line: "if ((traits & (TRAIT.oddWord | TRAIT.backslash)) !== 0) addEscaped(text, search, all);",
    mutator: "ConditionalExpression",
    original: "(traits & (TRAIT.oddWord | TRAIT.backslash)) !== 0",
    replacement: "true",
    reason: "Only faster: a string without these traits has no escapes.",
  },
  {
    file: "packages/core/src/sanitizer/engine/rule-scanner.ts",
    line: 'let foldedText = "";',
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    reason: "Only another string counts as folded before the first one is.",
  },
  {
    file: "packages/core/src/sanitizer/engine/scan.ts",
    line: "if (has < room || (has > KEPT && room <= KEPT)) into.places = new Int32Array(Math.max(room, SHORT));",
    mutator: "LogicalOperator",
    original: "has > KEPT && room <= KEPT",
    replacement: "has > KEPT || room <= KEPT",
    reason: "Only memory: a new list instead of one that is large enough.",
  },
  {
    file: "packages/node/src/request/exchange.ts",
    line: 'return lines.length > 1 && value === lines[0] ? lines.join(", ") : value;',
    mutator: "EqualityOperator",
    original: "lines.length > 1",
    replacement: "lines.length >= 1",
    reason: "One line, joined, is that line.",
  },
  {
    file: "packages/core/src/retry/advice.ts",
    line: 'const UNKNOWN_REQUEST: FailedRequest = /* @__PURE__ */ Object.freeze({ method: "", hasIdempotencyKey: false });',
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    reason: "No method has such a name either.",
  },
  {
    file: "packages/core/src/retry/advice.ts",
    line: "const entry = entries.find((candidate) => fits(candidate, type, code, [status].flat()[0] ?? 0));",
    mutator: "LogicalOperator",
    original: "[status].flat()[0] ?? 0",
    replacement: "[status].flat()[0] && 0",
    reason: "Only the entry of server_error has statuses, and no code of that type has another rule.",
  },
  {
    file: "packages/core/src/retry/advice.ts",
    line: "const entry = entries.find((candidate) => fits(candidate, type, code, [status].flat()[0] ?? 0));",
    mutator: "ArrayDeclaration",
    original: "[status]",
    replacement: "[]",
    reason: "Only the entry of server_error has statuses, and no code of that type has another rule.",
  },
];
