import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Labelled } from "../../entry.ts";
import { expand } from "../../secrets.ts";
import { installed, output } from "./execute.ts";
import { label } from "./label.ts";
import type { Provocation } from "./provocation.ts";
import { deployDir, normalise, tidy } from "./text.ts";

export interface Kit {
  /** Runs a command and keeps what it printed as the entry `id` (`<source>/<what>`). */
  run(id: string, argv: readonly string[], options?: Provocation): Promise<void>;
  /** Runs a program that prints many messages, each after a line `@@ <what>`; an id is the prefix and the what. */
  batch(prefix: string, argv: readonly string[], options?: Provocation): Promise<void>;
}

const FILTERS: Record<string, (text: string) => string> = {
  "": (text) => text,
  "|encodeURIComponent": encodeURIComponent,
  "|base64": (text) => Buffer.from(text).toString("base64"),
  "|jsonString": (text) => JSON.stringify(text).slice(1, -1),
};

/** Writes the templates back wherever a secret was printed, also in a changed form. */
function collapse(text: string, input: string): string {
  let result = text;
  for (const [, name = ""] of new Set([...input.matchAll(/\{\{(\w+:\d+)(?:\|\w+)?\}\}/g)])) {
    for (const [filter, apply] of Object.entries(FILTERS)) {
      result = result.replaceAll(apply(expand(`{{${name}}}`)), `{{${name}${filter}}}`);
    }
  }
  return result;
}

function sourceOf(id: string): string {
  return id.split("/")[0] ?? "";
}

/** A kit that hands every entry to `keep` and every source that cannot be provoked here to `skip`. */
export function makeKit(keep: (entry: Labelled) => void, skip: (source: string, reason: string) => void): Kit {
  const attempt = async (
    source: string,
    argv: readonly string[],
    options: Provocation,
  ): Promise<string | undefined> => {
    const missing = [...(options.before ?? []).map((step) => step[0] ?? ""), argv[0] ?? ""].find(
      (name) => !installed(name) && !name.startsWith("./"),
    );
    if (missing !== undefined) {
      skip(source, `${missing} is not installed`);
      return undefined;
    }
    const work = realpathSync(mkdtempSync(join(tmpdir(), "provoke-")));
    try {
      const raw = await output(argv, options, work);
      if (raw.startsWith("unshare: ")) {
        skip(source, "name spaces are not allowed here");
        return undefined;
      }
      const input = [
        ...argv,
        options.stdin ?? "",
        ...Object.values(options.env ?? {}),
        ...Object.values(options.files ?? {}),
      ].join("\n");
      return collapse(raw, input).replaceAll(work, "@WORK@");
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  };
  const finish = (id: string, raw: string, options: Provocation): void => {
    const picked = options.pick === undefined ? tidy(raw) : tidy(options.pick(tidy(raw)));
    const places = {
      work: "@WORK@",
      deploy: options.dir ?? deployDir(id),
      ports: options.ports ?? new Map<number, number>(),
    };
    const labelled = label(normalise(picked, places), options.flat ?? false, options);
    if (labelled.text === "") skip(sourceOf(id), `nothing was printed for ${id}`);
    else keep({ id, source: sourceOf(id), ...labelled });
  };
  return {
    async run(id, argv, options = {}) {
      const raw = await attempt(sourceOf(id), argv, options);
      if (raw !== undefined) finish(id, raw, options);
    },
    async batch(prefix, argv, options = {}) {
      const raw = await attempt(sourceOf(prefix), argv, { stream: "stdout", ...options });
      for (const part of (raw ?? "").split(/^@@ /m).slice(1)) {
        const end = part.indexOf("\n");
        finish(`${prefix}${part.slice(0, end).trim()}`, part.slice(end + 1), options);
      }
    },
  };
}
