import type { Recognizer } from "@uhp-errors/core";

/** Recognizes a file over multer's limit, also where Nest wraps its error, as docs/recipes.md shows. multer does not state the limit. */
export function fileLimit(bytes: number): Recognizer {
  return {
    name: "multer",
    recognize(thrown) {
      const { cause, message } = Object(thrown) as { readonly cause?: unknown; readonly message?: unknown };
      const { code, field } = Object(cause ?? thrown) as { readonly code?: unknown; readonly field?: string };
      // Nest 11 keeps only the message.
      if (code !== "LIMIT_FILE_SIZE" && message !== "File too large") return undefined;
      return { code: "file_too_large", param: field ?? null, detail: { max_bytes: bytes } };
    },
  };
}
