import { describe } from "vitest";
import { family } from "./expect-answer.ts";
import { DRIVER_TEXTS } from "./families/driver-texts.ts";

describe("what drivers throw without a mark", () => {
  for (const each of DRIVER_TEXTS) family(each);
});
