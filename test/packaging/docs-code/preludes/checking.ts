/** What the examples for checks take for granted. */
export declare const url: string;
