// The client's limits on input from others. They are in their own file because the build inlines imported numbers where they are used.

/** How many bytes of an error's body are read; an envelope has a few hundred. */
export const MAX_BYTES = 65_536;

/** How many bytes of a success are read as JSON if the caller sets no limit. */
export const MAX_JSON_BYTES = 67_108_864;

/** How many bytes an event of a stream has at most. */
export const MAX_EVENT = 67_108_864;

/** How many bytes of memory a stream keeps for its next event. */
export const KEPT_BYTES = 65_536;

/** How long a stream may be silent if the caller sets no limit, in milliseconds. */
export const INACTIVITY_MS = 120_000;

/** How many characters an excerpt has at most. */
export const MAX_EXCERPT = 200;

/** How many characters of an unexpected body an excerpt is made from. */
export const LOOKED_LENGTH = 4_000;

/** How many characters of each string in a cause are kept. */
export const MAX_TEXT = 10_000;

export const MAX_CAUSES = 5;

export const MAX_NAME = 40;

/** The longest delay of `setTimeout`; a longer one would end immediately. */
export const MAX_TIMER = 2_147_483_647;

/** How long {@link parseError} waits for a body, in milliseconds. */
export const BODY_TIMEOUT_MS = 10_000;

/** How deep parsed JSON is followed. Deeper values become null. */
export const MAX_DEPTH = 32;

/** The shortest part of a credential that counts as a secret by itself. A shorter one may be a word. */
export const MIN_PART = 8;

/** How many characters of a `tracestate` every service should pass on (W3C Trace Context, 3.3.1.5). */
export const MAX_STATE = 512;

/** A limit that is switched off. */
export const UNBOUNDED = Number.POSITIVE_INFINITY;
