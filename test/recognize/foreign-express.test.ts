import { describe } from "vitest";
import { family } from "./expect-answer.ts";
import { EXPRESS_STACK } from "./families/express-stack.ts";

describe("what every Express service has", () => {
  for (const each of EXPRESS_STACK) family(each);
});
