// @ts-expect-error undici declares no types for its parts
import parts from "undici/lib/core/errors.js";

export const errors: typeof import("undici").errors = parts;
