import type { Answer, Ask, FileBody } from "./answer.ts";

const MAX_SHOWN = 2_000;

const MAX_SHOWN_HEADERS = 40;
const MAX_SHOWN_VALUE = 300;

/** Returns the command that repeats a request, on one line. `headers` are those that are sent, with `$TOKEN` or `$FORBIDDEN_TOKEN` for a token. */
export function writeCurl(ask: Ask, url: string, headers: Readonly<Record<string, string>>): string {
  if (ask.raw !== undefined) {
    const { hostname, port, protocol } = new URL(url);
    const number = port === "" ? (protocol === "https:" ? "443" : "80") : port;
    const through =
      protocol === "https:"
        ? `openssl s_client -quiet -connect ${hostname}:${number}`
        : `nc ${hostname.replace(/^\[|\]$/g, "")} ${number}`;
    return `printf '%b' ${escaped(ask.raw)} | ${through}`;
  }
  const { method = "GET", body } = ask;
  const fields = Object.entries(headers).map(([name, value]) => {
    const line = `${name}: ${value}`;
    return `-H ${/\$(?:FORBIDDEN_)?TOKEN$/.test(value) ? `"${line}"` : inShell(line)}`;
  });
  // With `-X HEAD`, curl waits for a body. It also expands brackets in addresses.
  const how = method === "HEAD" ? ["--head"] : ["-X", method];
  const glob = /[[\]{}]/.test(url) ? ["--globoff"] : [];
  const parts = ["curl", "-i", "--path-as-is", ...glob, ...how, ...fields];
  if (body === undefined) return [...parts, inShell(url)].join(" ");
  if (typeof body === "string") return [...parts, "--data-binary", inShell(body), inShell(url)].join(" ");
  return `head -c ${body.bytes} /dev/zero | ${[...parts, formOf(body), inShell(url)].join(" ")}`;
}

function formOf({ field }: FileBody): string {
  return `-F ${inShell(`${field}=@-;filename=large.bin`)}`;
}

/** Returns the shell words for the bytes of a request. A long run of one letter is generated when the command runs. */
function escaped(raw: string): string {
  const parts = raw.split(/(([A-Za-z])\2{999,})/);
  return parts
    .map((part, index) => {
      // The second of three parts is a run, the third its letter.
      if (index % 3 === 1) return `"$(head -c ${part.length} /dev/zero | tr '\\0' ${part[0]})"`;
      if (index % 3 === 2) return "";
      return inShell(part.replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n"));
    })
    .join("");
}

/** Returns a string as one shell word, without a line break. */
function inShell(text: string): string {
  const isPlain = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);
  if (isPlain) return `'${text.replaceAll("'", `'\\''`)}'`;
  const bytes = [...new TextEncoder().encode(text)];
  return `$'${bytes.map((byte) => (byte < 32 || byte > 126 || byte === 39 || byte === 92 ? `\\x${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte))).join("")}'`;
}

export function printAnswer(answer: Answer | undefined, clean: (text: string) => string): string {
  if (answer === undefined) return "(no answer)";
  const fields = [...answer.headers]
    .slice(0, MAX_SHOWN_HEADERS)
    .map(([name, value]) => short(clean(`${name}: ${value}`), MAX_SHOWN_VALUE));
  const shown = short(clean(answer.text), MAX_SHOWN);
  const end = answer.cut === undefined ? [] : [`(the body ${answer.cut})`];
  return [`HTTP ${answer.status}`, ...fields, "", shown, ...end].join("\n");
}

/** Returns the start of a string. Secrets must have been removed before, because half of one would not be recognized. */
export function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
