import { describe } from "vitest";
import { MADE } from "./families/made.ts";
import { family } from "./judge.ts";

describe("what takes a library's own class to make", () => {
  for (const each of MADE) family(each);
});
