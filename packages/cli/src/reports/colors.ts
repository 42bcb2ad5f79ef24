import type picocolors from "picocolors";

export type Colors = ReturnType<typeof picocolors.createColors>;
