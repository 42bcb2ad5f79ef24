import { install } from "@uhp-errors/h3";
import type { NitroApp } from "nitro/types";
import { contract } from "../contract.ts";

/** Under this name the test leaves the environment, with which the same build runs bare. */
export default (app: NitroApp) => {
  if (process.env["BARE"] === undefined && app.h3 !== undefined) install(app.h3, contract);
};
