import { describe } from "vitest";
import { family } from "./expect-answer.ts";
import { MADE } from "./families/made.ts";

describe("what takes a library's own class to make", () => {
  for (const each of MADE) family(each);
});
