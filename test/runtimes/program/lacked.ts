/** What the current app has requested from Node's modules that this runtime does not have. */
export const lacked: string[] = [];
