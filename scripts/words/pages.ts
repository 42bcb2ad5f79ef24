import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Sentence, sentencesOf } from "./sentences.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What is read to adopt the library. */
const PAGE = /^(?:README\.md|docs\/[^/]+\.md|packages\/[^/]+\/README\.md)$/;

/** The sentences of each page, by the page's path from the root of the repository. */
export type Prose = ReadonlyMap<string, readonly Sentence[]>;

/** Reads the pages as they are on disk. */
export function proseNow(): Prose {
  const paths = git("ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate");
  const deleted = new Set(linesOf(git("ls-files", "--deleted")));
  return proseOf(paths, (path) => (deleted.has(path) ? "" : readFileSync(`${ROOT}${path}`, "utf8")));
}

/** Reads the pages as they are in a commit. @throws Error when there is no such commit. */
export function proseAt(revision: string): Prose {
  return proseOf(git("ls-tree", "-r", "--name-only", revision), (path) => git("show", `${revision}:${path}`));
}

function proseOf(paths: string, read: (path: string) => string): Prose {
  const pages = linesOf(paths).filter((path) => PAGE.test(path));
  return new Map(pages.map((path) => [path, sentencesOf(read(path))]));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
