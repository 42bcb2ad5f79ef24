import { type ContractTexts, factsSince } from "./definition.ts";

/** Errors of files and of their previews. */
export const FILE_FACTS = /* @__PURE__ */ factsSince("2026-08-11", {
  file_not_found: { status: 404 },
  file_too_large: { status: 413, detail: { max_bytes: "positive_integer" } },
  preview_unavailable: { status: 501 },
  preview_failed: { status: 502 },
});

export const FILE_TEXTS: ContractTexts<typeof FILE_FACTS> = {
  file_not_found: {
    message: "There is no such file.",
    when: "No file of that id exists in the caller's scope; out of scope and absent are one answer.",
  },
  file_too_large: {
    message: "The upload is larger than this server accepts.",
    when: "An upload or body exceeds the server's limit, which `detail.max_bytes` states in bytes.",
  },
  preview_unavailable: {
    message: "This server does not render previews.",
    when: "The server declines to render previews at all.",
  },
  preview_failed: {
    message: "The file could not be converted to a preview.",
    when: "The conversion of this file failed.",
  },
};
