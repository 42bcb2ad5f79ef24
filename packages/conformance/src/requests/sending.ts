/** The reason of a fault where a server closed a socket without a word. */
export const CLOSED = "The connection was closed without an answer.";

/** The head of a JSON body. */
export const JSON_TYPE = { "Content-Type": "application/json" };

/** The form of a file of zeros. */
export function formOf({ field, bytes }: { readonly field: string; readonly bytes: number }): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), "large.bin");
  return form;
}

/** What a failed request says of itself: a code, where there is one. */
export function causeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const { code, message } =
    cause instanceof Error ? (cause as Error & { readonly code?: unknown }) : { message: String(cause) };
  return String(code ?? message);
}
