interface SyncTool {
  readonly name: string;
  readonly mode: "sync";
  /** The text without what the tool takes for private. */
  redact(text: string): string;
}

interface AsyncTool {
  readonly name: string;
  readonly mode: "async";
  /** The text without what the tool takes for private. */
  redact(text: string): Promise<string>;
}

/** Anything that removes private things from a text; a synchronous one is not charged for promises. */
export type Tool = SyncTool | AsyncTool;

/** What replaces the removed parts of an output. */
export const REMOVED = "[removed]";
