// What the client takes at most of what others made, and where that ends. Apart, because the build writes numbers that are imported
// where they are used.

/** Bytes of an error's body that are read; an envelope is a few hundred. */
export const MAX_BYTES = 65_536;

/** Bytes of a success that are read as JSON, where the caller sets no limit. */
export const MAX_JSON_BYTES = 67_108_864;

/** Characters of an excerpt. */
export const MAX_EXCERPT = 200;

/** How many characters of an unexpected body an excerpt is made from. */
export const LOOKED_LENGTH = 4_000;

/** How many characters of each text of a cause are kept. */
export const MAX_TEXT = 10_000;

/** How many causes of causes are kept. */
export const MAX_CAUSES = 5;

/** How many characters of a name an error shows. */
export const MAX_NAME = 40;

/** The longest wait of `setTimeout`; a longer one would end at once. */
export const MAX_TIMER = 2_147_483_647;

/** How long {@link parseError} waits for a body, in milliseconds. */
export const BODY_TIMEOUT_MS = 10_000;

/** How deep parsed JSON is followed. Deeper values become null. */
export const MAX_DEPTH = 32;

/** The shortest part of a credential that counts as a secret by itself. A shorter one may be a word. */
export const MIN_PART = 8;

/** Characters of a `tracestate`: what W3C Trace Context (3.3.1.5) asks every service to pass on. */
export const MAX_STATE = 512;

/** Stands for a bound that is switched off. */
export const UNBOUNDED = Number.POSITIVE_INFINITY;
