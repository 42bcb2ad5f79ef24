interface SyncTool {
  readonly name: string;
  readonly mode: "sync";
  /** The text without what the tool considers private. */
  redact(text: string): string;
}

interface AsyncTool {
  readonly name: string;
  readonly mode: "async";
  /** The text without what the tool considers private. */
  redact(text: string): Promise<string>;
}

/** A tool that removes private data from a text. A synchronous one does not pay for promises. */
export type Tool = SyncTool | AsyncTool;

/** What replaces the removed parts of an output. */
export const REMOVED = "[removed]";
