/** What Node prints of an error: its name and message, a stack, and its fields between braces. */
export interface Printed {
  readonly name: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A line of a stack. Node indents those of a nested error further. */
const FRAME = /^\s+at \S/;

/** The name of an error, at the beginning of a line or after what a logger put there. Between brackets is a code, or the name of a class's error. */
const NAMED = /(?:^|[\s[(])([\w$.]*(?:Error|Exception))(?: \[([^\]\n]{1,200})\])?(?::(?: |$)|(?=\]?$))/;

/** Any other name, such as pg's `error`. Only a stack or fields below show that it is one. */
const ANY = /^\[?([A-Za-z_$][\w$]*(?: [A-Z]\w+)*)(?: \[([^\]\n]{1,200})\])?:(?: |$)/;

/** What Node prints in brackets beside a name is a code if it looks like one, and else the name. */
const CODE = /^[A-Z\d]+_[A-Z\d_]+$/;

const NAME = /^(?!Error$)[\w$]+$/;

/** Reads the first error that Node printed in a text; `undefined` if there is none. Never throws. */
export function readPrinted(text: string): Printed | undefined {
  const lines = text.split("\n");
  const firstFrame = lines.findIndex((line) => FRAME.test(line));
  const above = firstFrame === -1 ? lines : lines.slice(0, firstFrame);
  const at = above.findIndex((line) => NAMED.test(line));
  const first = at === -1 && (firstFrame !== -1 || / \{$/m.test(text)) ? above.findIndex((line) => ANY.test(line)) : at;
  const header = lines[first] ?? "";
  const found = NAMED.exec(header) ?? ANY.exec(header);
  if (first === -1 || found === null) return undefined;
  const [whole, printed = "", beside = ""] = found;
  const name = CODE.test(beside) || !NAME.test(beside) ? printed : beside;
  const after = [header.slice(found.index + whole.length), ...lines.slice(first + 1)];
  const isBracketed = whole.startsWith("[");
  const { message, below } = divided(after, firstFrame - first, isBracketed);
  const code = CODE.test(beside) ? { code: beside } : {};
  return { name, message: message.trim(), fields: { ...code, ...fieldsIn(below) } };
}

/** Divides what follows a name into the message and what is below it. An error without a stack is in brackets. */
function divided(after: readonly string[], frames: number, isBracketed: boolean) {
  if (frames > 0) return { message: after.slice(0, frames).join("\n"), below: after.slice(frames) };
  const text = after.join("\n");
  const at = isBracketed ? closingBracket(text) : text.search(/ \{(?=\n)|$/);
  return { message: text.slice(0, at), below: text.slice(at + (isBracketed ? 1 : 0)).split("\n") };
}

/** Where the bracket closes: at the end, or before fields, which follow on other lines or all on the last one. */
function closingBracket(text: string): number {
  const end = text.search(/\](?: \{\n|\s*$)/);
  const onLastLine = text.endsWith("}") ? text.indexOf("] {", text.lastIndexOf("\n") + 1) : -1;
  const found = [end, onLastLine].filter((at) => at !== -1);
  return found.length === 0 ? text.length : Math.min(...found);
}

/** The fields between the braces that open at the end of a line, or close there. */
function fieldsIn(below: readonly string[]): Record<string, unknown> {
  const start = below.findIndex((line) => opening(line) !== -1);
  if (start === -1) return {};
  const first = below[start] ?? "";
  const value = readValue([first.slice(opening(first)), ...below.slice(start + 1)].join("\n"));
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function opening(line: string): number {
  return line.search(line.endsWith("}") ? /(?:^|\s)\{/ : /(?:^|\s)\{$/);
}

/** Reads a value as Node prints it. What Node only describes, such as `[Function]`, is `undefined`. Never throws. */
export function readValue(text: string): unknown {
  return new Reader(text).value();
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b" };

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** More levels than Node prints. */
const MAX_DEPTH = 20;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): unknown {
    this.#take(/\s*(?:<ref \*\d+> )?/y);
    if (/^\[?[\w$.]*(?:Error|Exception)(?: \[[\w$]+\])?[:\n]/.test(this.#ahead(120))) return this.#error();
    if (/['"`]/.test(this.#ahead(1))) return this.#string();
    // What is only described, such as [Object] or [Getter].
    if (this.#take(/\[[\w$][^\]\n]*\](?! ?\{)/y) !== undefined) return undefined;
    const tag = this.#take(/(?:\[[\w$. ]+: null prototype\]|[\w$.]+(?:\(\d+\))?)(?: \[[^\]]*\])? ?(?=[[{])/y);
    if (this.#take(/\{/y) !== undefined) return tagged(this.#entries("}"), tag);
    if (this.#take(/\[/y) !== undefined) return Object.values(this.#entries("]"));
    const date = this.#take(/\d{4}-\d\d-\d\dT[\d:.]+Z/y);
    if (date !== undefined) return new Date(date);
    const word = this.#take(/[^,\n\]}]*/y)?.trim() ?? "";
    return /^-?\d[\d.]*(?:e[+-]?\d+)?$/.test(word) ? Number(word) : WORDS.get(word);
  }

  #entries(close: string): Record<string, unknown> {
    const found = new Map<string, unknown>();
    this.#depth += 1;
    while (this.#take(/[\s,]*/y) !== undefined && this.#at < this.#text.length && this.#ahead(1) !== close) {
      const before = this.#at;
      const key = close === "}" ? this.#key() : undefined;
      const value = this.#depth < MAX_DEPTH ? this.value() : undefined;
      found.set(key ?? String(found.size), value);
      // What cannot be read is left out, up to the next line.
      if (this.#at === before) this.#take(/[^\n]*\n?/y);
    }
    this.#at += 1;
    this.#depth -= 1;
    return Object.fromEntries(found);
  }

  #key(): string | undefined {
    const key = this.#take(/(?:[\w$]+|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\[[^\]\n]*\])(?=:\s)/y);
    if (key === undefined) return undefined;
    this.#at += 1;
    return key.replaceAll(/^['"[]|['"\]]$/g, "");
  }

  #string(): string {
    let read = "";
    do {
      const quoted = this.#take(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/sy);
      if (quoted === undefined) {
        this.#at += 1;
        return read;
      }
      read += quoted.slice(1, -1).replaceAll(/\\(.)/gs, (_whole, one: string) => ESCAPES[one] ?? one);
      // A long string goes on after a plus.
    } while (this.#take(/\s*\+\s*(?=['"`])/y) !== undefined);
    return read;
  }

  /** A nested error: its lines are indented further than the one on which it begins, up to the brace that closes its fields. */
  #error(): Error | undefined {
    const start = this.#text.lastIndexOf("\n", this.#at) + 1;
    const indent = indentOf(this.#text.slice(start, start + 200));
    let end = this.#text.indexOf("\n", this.#at);
    let next = "";
    while (end !== -1) {
      const after = this.#text.indexOf("\n", end + 1);
      next = this.#text.slice(end + 1, after === -1 ? undefined : after);
      if (next.trim() !== "" && indentOf(next) <= indent) break;
      end = after;
    }
    const isClosing = end !== -1 && /^\s*\}/.test(next) && indentOf(next) === indent && start > 0;
    const text = this.#text.slice(this.#at, end === -1 ? undefined : end);
    this.#at += text.length;
    const whole = isClosing ? `${text}\n}` : text;
    if (isClosing) this.#take(/\s*\}/y);
    const printed = readPrinted(whole.replace(/,\s*$/, ""));
    return printed && rebuilt(printed);
  }

  #ahead(length: number): string {
    return this.#text.slice(this.#at, this.#at + length);
  }

  #take(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const [taken] = sticky.exec(this.#text) ?? [];
    this.#at += taken?.length ?? 0;
    return taken;
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** An object of a class has its name, and the tag for which recognizers ask, such as that of a `Response`. */
function tagged(fields: Record<string, unknown>, tag = ""): object {
  const [name = "Object"] = /^[A-Z][\w$]*/.exec(tag) ?? [];
  return name === "Object"
    ? fields
    : Object.assign(Object.create({ constructor: { name }, [Symbol.toStringTag]: name }), fields);
}

const PLATFORM: Readonly<Record<string, ErrorConstructor>> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  URIError,
};

/** Makes an error with all that is printed of it. */
export function rebuilt({ name, message, fields }: Printed): Error {
  const Class = PLATFORM[name] ?? Error;
  const error = new Class(message);
  if (Class === Error && name !== "Error") define(error, "name", name, false);
  for (const [key, value] of Object.entries(fields)) {
    if (key !== "stack" && value !== undefined) define(error, key, value, key !== "cause");
  }
  return error;
}

function define(error: Error, key: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(error, key, { value, enumerable, configurable: true, writable: true });
}
