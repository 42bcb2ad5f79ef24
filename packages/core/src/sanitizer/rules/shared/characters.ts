import { characters } from "../../engine/trigger.ts";

/** Whether the character at a place is one of these: what rules ask most about the places where they may begin. */
export const isLetter = characters(/[A-Za-z]/);
export const isSmall = characters(/[a-z]/);
export const isDigit = characters(/\d/);
export const isBlank = characters(/\s/);
export const isQuote = characters(/["'`]/);
export const ofWord = characters(/[\w-]/);
