import { describe } from "vitest";
import { EXPRESS_STACK } from "./families/express-stack.ts";
import { family } from "./judge.ts";

describe("what every Express service has", () => {
  for (const each of EXPRESS_STACK) family(each);
});
