import { main, type Terminal } from "@uhp-errors/cli";

const terminal: Terminal = { out: () => {}, err: () => {}, isInteractive: false, showsProgress: false, env: {} };
export const exit: Promise<0 | 1 | 2 | 3 | 4> = main(["explain", "session_busy"], terminal);
