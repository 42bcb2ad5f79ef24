import { ANY, atLeast, having, type Kinds } from "./checks.ts";

/** This file is separate from the options of a client, so that programs that only read errors do not load those. */
export const TIME = atLeast(0);

export const CATALOG = having("what defineCatalog returns", "definition");

export const SANITIZER = having("what createSanitizer returns", "message");

/** The options of `parseTaskError` and `parseErrorObject`. */
export const OBJECT_OPTIONS: Kinds = { catalog: CATALOG };

/** The options of `parseError`. */
export const ERROR_OPTIONS: Kinds = { catalog: CATALOG, operation: ANY, timeoutMs: TIME, sanitizer: SANITIZER };
