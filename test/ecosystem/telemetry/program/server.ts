import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import { recordReports } from "@uhp-errors/otel";
import express from "express";
import { acme } from "../../../support/catalog.ts";

const app = express();
install(app, createContract(acme, { onError: recordReports() }));
app.get("/v1/harnesses/:id", () => {
  throw new Error("no row");
});
const server = app.listen(0, "127.0.0.1", () => process.send?.(server.address()));
