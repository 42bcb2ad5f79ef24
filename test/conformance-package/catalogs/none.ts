/** Not a catalog. */
export const answer = 42;
