import { describe } from "vitest";
import { DRIVER_TEXTS } from "./families/driver-texts.ts";
import { family } from "./judge.ts";

describe("what drivers throw without a mark", () => {
  for (const each of DRIVER_TEXTS) family(each);
});
