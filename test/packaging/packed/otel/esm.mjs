import assert from "node:assert/strict";
import { metrics } from "@opentelemetry/api";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { recordReports } from "@uhp-errors/otel";

const added = [];
const createCounter = (name) => ({ add: (value, attributes) => added.push([name, value, attributes["error.type"]]) });
metrics.setGlobalMeterProvider({ getMeter: () => ({ createCounter }) });

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: recordReports() });
contract.respond(acme.error("harness_not_found"), { method: "GET", path: "/", header: () => undefined });
assert.deepEqual(added, [["uhp.server.errors", 1, "harness_not_found"]]);
