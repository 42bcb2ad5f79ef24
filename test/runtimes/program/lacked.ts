/** What the chosen app has asked of Node that this runtime does not have. */
export const lacked: string[] = [];
