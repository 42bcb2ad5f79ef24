import type { Answer, Ask, FileBody } from "./answer.ts";

/** Characters of a body that a report shows. */
const MAX_SHOWN = 2_000;

const MAX_SHOWN_HEADERS = 40;
const MAX_SHOWN_VALUE = 300;

/** What a terminal, a log or a reader would obey or not see: controls, marks of direction, and what has no width. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Makes a text of a stranger harmless to print: what is invisible is written out. Line breaks stay where they are asked for. */
export function visible(text: string, lines = false): string {
  return text.replace(INVISIBLE, (letter) => {
    if (letter === "\n" && lines) return letter;
    return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Takes secrets out of texts, also in the forms that a URL, JSON or Base64 gives them. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => {
    const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret)));
    const plain = base64.replaceAll("=", "");
    const written = JSON.stringify(secret).slice(1, -1);
    const inUrl = plain.replaceAll("+", "-").replaceAll("/", "_");
    return [secret, encodeURIComponent(secret), written, secret.replaceAll("/", "\\/"), base64, plain, inUrl];
  });
  const known = [...new Set(forms)].filter((form) => form !== "").sort((one, other) => other.length - one.length);
  return (text) => known.reduce((rest, form) => rest.replaceAll(form, "[token]"), text);
}

/** The command that repeats a request, on one line. `headers` is what is sent, the token as `$TOKEN`. */
export function curlOf(ask: Ask, url: string, headers: Readonly<Record<string, string>>): string {
  if (ask.raw !== undefined) {
    const { hostname, port, protocol } = new URL(url);
    const number = port === "" ? (protocol === "https:" ? "443" : "80") : port;
    const through =
      protocol === "https:" ? `openssl s_client -quiet -connect ${hostname}:${number}` : `nc ${hostname} ${number}`;
    return `printf '%b' ${inShell(escaped(ask.raw))} | ${through}`;
  }
  const { method = "GET", body } = ask;
  const fields = Object.entries(headers).map(([name, value]) => {
    const line = `${name}: ${value}`;
    return `-H ${value.includes("$TOKEN") ? `"${line}"` : inShell(line)}`;
  });
  const parts = ["curl", "-i", "--path-as-is", "-X", method, ...fields];
  if (body === undefined) return [...parts, inShell(url)].join(" ");
  if (typeof body === "string") return [...parts, "--data-binary", inShell(body), inShell(url)].join(" ");
  return `head -c ${body.bytes} /dev/zero | ${[...parts, formOf(body), inShell(url)].join(" ")}`;
}

function formOf({ field }: FileBody): string {
  return `-F ${inShell(`${field}=@-;filename=large.bin`)}`;
}

/** Long runs are cut, and what is no plain character is written out. */
function escaped(raw: string): string {
  return short(raw, MAX_SHOWN).replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n");
}

/** A word of a shell that stands for exactly this text, without a line break in it. */
function inShell(text: string): string {
  const isPlain = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);
  if (isPlain) return `'${text.replaceAll("'", `'\\''`)}'`;
  const bytes = [...new TextEncoder().encode(text)];
  return `$'${bytes.map((byte) => (byte < 32 || byte > 126 || byte === 39 || byte === 92 ? `\\x${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte))).join("")}'`;
}

/** The head of an answer and the beginning of its body. */
export function shownAnswer(answer: Answer | undefined, clean: (text: string) => string): string {
  if (answer === undefined) return "(no answer)";
  const fields = [...answer.headers]
    .slice(0, MAX_SHOWN_HEADERS)
    .map(([name, value]) => `${name}: ${short(clean(value), MAX_SHOWN_VALUE)}`);
  const shown = short(clean(answer.text), MAX_SHOWN);
  const end = answer.cut === undefined ? [] : [`(the body ${answer.cut})`];
  return [`HTTP ${answer.status}`, ...fields, "", shown, ...end].join("\n");
}

/** The beginning of a text. Secrets must be out of it: half of one would not be known. */
export function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
