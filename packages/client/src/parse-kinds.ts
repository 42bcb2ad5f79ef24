import { atLeast, having, type Kinds } from "./checks.ts";

/** Apart from the options of a client, so that programs that only read errors do not load those. */
export const TIME = atLeast(0);

export const CATALOG = having("what defineCatalog returns", "definition");

export const SANITIZER = having("what createSanitizer returns", "message");

/** The options of `parseTask`. */
export const TASK_OPTIONS: Kinds = { catalog: CATALOG };

/** The options of `parseError`. */
export const ERROR_OPTIONS: Kinds = { catalog: CATALOG, timeoutMs: TIME, sanitizer: SANITIZER };
