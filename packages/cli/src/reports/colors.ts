import type picocolors from "picocolors";

/** Functions that color a string, or leave it as it is. */
export type Colors = ReturnType<typeof picocolors.createColors>;
