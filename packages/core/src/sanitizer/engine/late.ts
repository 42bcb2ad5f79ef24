import { once } from "../../untrusted/once.ts";

/** Makes an expression when it is first needed. For those with classes of Unicode, for the reason that `Pattern` has. */
export const late = (source: string, flags: string): (() => RegExp) => once(() => new RegExp(source, flags));
