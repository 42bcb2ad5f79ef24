import { once } from "node:events";
import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/h3";
import { H3 } from "h3";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";

const made = () => createContract(acme, { onError: () => {} });

test("h3 warns of a second contract for one application, and not of the same one or of another application's", async () => {
  const app = new H3();
  const contract = made();
  install(app, contract);
  install(app, contract);
  install(new H3(), made());
  const warning = once(process, "warning");
  install(app, made());
  expect(await warning).toMatchObject([{ code: "UHP_SECOND_CONTRACT", name: "UhpErrorsWarning" }]);
});
