/** No catalog. */
export const answer = 42;
