import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as esm from "@uhp-errors/core";

// Three copies: the ESM build, the CommonJS build beside it, and a second installation.
const cjs = createRequire(import.meta.url)("@uhp-errors/core");
const other = createRequire(new URL("copy/index.js", import.meta.url))("@uhp-errors/core");
const copies = [esm, cjs, other];
assert.notEqual(cjs.defineCatalog, esm.defineCatalog);
assert.notEqual(other.defineCatalog, cjs.defineCatalog);

const context = () => ({ method: "GET", path: "/", header: () => undefined });

for (const thrower of copies) {
  const catalog = thrower.defineCatalog({ vendor: "acme", codes: { acme_x: { status: 409, message: "X." } } });
  for (const answerer of copies) {
    const same = answerer.defineCatalog({ vendor: "acme", codes: { acme_x: { status: 409, message: "X." } } });
    const contract = answerer.createContract(same, { onError: () => {} });
    const errors = [catalog.error("acme_x"), catalog.error("file_too_large", { detail: { max_bytes: 3 } })];
    for (const error of errors) {
      assert.ok(answerer.isContractError(error));
      const wire = contract.respond(error, context());
      assert.equal(wire.status, error.status);
      assert.deepEqual(JSON.parse(wire.body).error.detail, error.detail);
    }
    assert.equal(answerer.joinCatalogs(same, catalog).error("acme_x").status, 409);
  }
}
