import { describe, test } from "vitest";
import { family, INTERNAL, judge } from "../expect-answer.ts";
import { AUTH, NOT_AUTH } from "../families/auth.ts";
import { requestWith } from "../families/caught.ts";
import { CONTROLLERS, NOT_CONTROLLERS } from "../families/controllers.ts";
import { DRIVER_TEXTS } from "../families/driver-texts.ts";
import { EXCEPTIONS, NOT_EXCEPTIONS } from "../families/exceptions.ts";
import { EXPRESS_STACK } from "../families/express-stack.ts";
import { FEATHERS, NOT_FEATHERS } from "../families/feathers.ts";
import { H3_FAMILY, NOT_H3 } from "../families/h3.ts";
import { MADE } from "../families/made.ts";
import { NOT_OPENAPI, OPENAPI } from "../families/openapi.ts";
import { NOT_VALIDATORS, VALIDATORS } from "../families/validators.ts";

const FAMILIES = {
  "what drivers throw without a mark": DRIVER_TEXTS,
  "what every Express service has": EXPRESS_STACK,
  "what takes a library's own class to make": MADE,
};

describe.each(Object.entries(FAMILIES))("%s", (_what, families) => {
  for (const each of families) family(each);
});

describe.each([...AUTH, ...VALIDATORS, ...EXCEPTIONS, ...CONTROLLERS, FEATHERS, H3_FAMILY, ...OPENAPI])(
  "$library",
  (of) => {
    family(of);
  },
);

describe("what only looks like it", () => {
  test.each([
    ...NOT_AUTH,
    ...NOT_VALIDATORS,
    ...NOT_EXCEPTIONS,
    ...NOT_CONTROLLERS,
    ...NOT_FEATHERS,
    ...NOT_H3,
    ...NOT_OPENAPI,
  ])("%s", (_what, thrown) => {
    judge({ thrown, context: requestWith() }, INTERNAL);
  });
});
